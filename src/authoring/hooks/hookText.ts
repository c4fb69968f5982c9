import { Option } from "effect"
import type { HookName } from "./HookName.ts"

/** What a hook starts: Node and script, or the name that is searched on the path. */
export type HookProgram = Option.Option<{ readonly node: string; readonly script: string }>

/** A word for the shell, whatever it holds. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Ends the sub-shell where there is nothing to do: turned off, or no program to hand over to. */
const preamble = (program: HookProgram): string => {
  const { node, script } = Option.getOrElse(program, () => ({ node: "", script: "" }))
  return `[ "\${ULTRAGIT_DISABLED:-}" != 1 ] || exit 1
[ -z "\${ZSH_VERSION:-}" ] || emulate sh
n=${shellWord(node)} s=${shellWord(script)}
[ -x "$n" ] && [ -f "$s" ] || { n=ultragit s=; command -v ultragit >/dev/null || exit 1; }`
}

/** `g`: the work tree's git directory, `u` our folder in it, `q` the queue, `r` the state of a rebase under way. */
const places = `g=\${GIT_DIR:-.git}
[ -d "$g" ] || g=$(git rev-parse --git-dir) || exit 1
u=$g/ultragit q=$g/ultragit/queue r=
for f in "$g/rebase-merge" "$g/rebase-apply"; do [ ! -d "$f" ] || r=$f; done`

/** An event is made under a hidden name; it counts once it is renamed. */
const begin = (name: string): string => `[ -d "$q" ] || mkdir -p "$q" || exit 1
e=$q/.${name}-$$
while [ -e "$e" ]; do e=\${e}x; done
mkdir "$e" || exit 1`

const finish = `t=$q/\${e##*/.}
while [ -e "$t" ]; do t=\${t}x; done
mv "$e" "$t"`

/** Starts the worker, unless one is at work that will look again, and waits for it where the machine ends with the job. */
const start = `case \${CI:-} in
'' | 0 | false)
  read -r p x <"$u/worker.lock" && kill -0 "$p" && [ -n "$(find "$u/worker.lock" -mmin -10)" ] && exit 0
  w= ;;
*) w=1 ;;
esac
case $g in /* | ?:*) ;; *) g=$PWD/$g ;; esac
set -- "$n"
[ -z "$s" ] || set -- "$n" "$s"
set -- "$@" hook run --repo "$g"
[ -z "$w" ] || { "$@" --wait; exit 0; }
trap '' HUP
! command -v setsid >/dev/null || set -- setsid "$@"
"$@" &`

const quiet = (body: string): string => `(\n${body}\n) </dev/null >/dev/null 2>&1 || :`

/** Notes what is under way, for git forgets it before the commit is made; what an aborted commit left is emptied. */
const prepareCommitMsg = (program: HookProgram): string =>
  quiet(`${preamble(program)}
[ -n "\${1:-}" ] || exit 0
g=\${1%/*}
[ "$g" != "$1" ] || g=.
u=$g/ultragit k=
for f in CHERRY_PICK_HEAD:cherry-pick REVERT_HEAD:revert; do
  [ -n "$k" ] || [ ! -f "$g/\${f%:*}" ] || { k=\${f#*:}; read -r id x <"$g/\${f%:*}"; }
done
if [ -n "$k" ]; then
  [ -d "$u" ] || mkdir -p "$u"
  printf '%s %s\\n' "$k" "$id" >"$u/pending"
elif [ -f "$g/SQUASH_MSG" ]; then
  [ -d "$u" ] || mkdir -p "$u"
  sed -n 's/^commit \\([0-9a-f]*\\)$/squash \\1/p' "$g/SQUASH_MSG" >"$u/pending"
elif [ -s "$u/pending" ]; then
  : >"$u/pending"
fi`)

/** In a rebase only a note of the commit, beside git's own state of it; facts of the environment are not the picks'. */
const inRebase = `read -r id x <"$g/HEAD"
case $id in '' | *[!0-9a-f]*) id=$(git rev-parse HEAD) || exit 0 ;; esac
k=
[ ! -s "$u/pending" ] || { read -r k <"$u/pending"; : >"$u/pending"; }
printf '%s %s\\n' "$id" "$k" >>"$r/ultragit"
[ -f "$c" ] || exit 0`

/** Elsewhere: whether anybody said something of this commit. What earlier runs left behind is a reason to start, too. */
const elsewhere = `m=$(git rev-list -1 --format=%B HEAD) || exit 0
id=\${m#commit }
id=\${id%%"$l"*}
a=
[ ! -f "$c" ] && [ ! -s "$u/pending" ] && [ -z "\${ULTRAGIT_TASK:-}\${ULTRAGIT_REASONING:-}\${ULTRAGIT_CONSTRAINTS:-}\${ULTRAGIT_DEPENDENCIES:-}\${ULTRAGIT_TAGS:-}\${ULTRAGIT_RISK:-}" ] || a=1
case $m in
*"$l"[Uu][Ll][Tt][Rr][Aa][Gg][Ii][Tt]-*:* | *"This reverts commit "* | *"(cherry picked from commit "*) a=1 ;;
esac`

const claimed = `printf 'post-commit %s\\n' "$id" >"$e/event"
[ ! -f "$c" ] || mv "$c" "$e/context.json"
[ ! -s "$u/pending" ] || mv "$u/pending" "$e/pending"
[ -n "$r" ] || for v in TASK REASONING CONSTRAINTS DEPENDENCIES TAGS RISK; do
  eval "x=\\\${ULTRAGIT_$v:-}"
  [ -z "$x" ] || printf %s "$x" >"$e/ULTRAGIT_$v"
done
${finish}`

const postCommit = (program: HookProgram): string =>
  quiet(`${preamble(program)}
${places}
c=\${ULTRAGIT_CONTEXT:-$u/context.json} l='
'
if [ -n "$r" ]; then
${inRebase}
a=1
else
${elsewhere}
fi
if [ -n "$a" ]; then
${begin("$id")}
${claimed}
[ -z "$r" ] || exit 0
[ ! -f "$g/sequencer/todo" ] || ! { read -r x && read -r x; } <"$g/sequencer/todo" || exit 0
else
for f in "$q"/*; do [ ! -e "$f" ] || a=1; break; done
[ -n "$a" ] || exit 0
fi
${start}`)

/**
 * A hook that is told something on standard input: kept in the event, from where what follows in this file reads it
 * again. The full stop keeps newlines at the end of a path.
 */
const withInput = (program: HookProgram, name: string, filling: string, unless: string): string =>
  `ultragit_event=$(
{
${preamble(program)}
${places}
${begin(name)}
cat >"$e/stdin"
printf '%s %s\\n' ${name} "\${1:-}" >"$e/event"
${filling}
} >/dev/null 2>&1
printf %s. "$e"
) && ultragit_event=\${ultragit_event%.} && [ -r "$ultragit_event/stdin" ] && exec <"$ultragit_event/stdin"
${quiet(`[ -d "$ultragit_event" ] || exit 0
${preamble(program)}
${places}
e=$ultragit_event
${finish}
${unless}
${start}`)}
unset ultragit_event`

const postRewrite = (program: HookProgram): string =>
  withInput(
    program,
    "post-rewrite",
    `[ "\${1:-}" != rebase ] || [ ! -f "$r/ultragit" ] || mv "$r/ultragit" "$e/made"`,
    `[ "\${1:-}" = rebase ] || [ -z "$r" ] || exit 0`
  )

const prePush = (program: HookProgram): string =>
  withInput(program, "pre-push", `printf %s "\${1:-}" >"$e/remote"\nprintf %s "\${2:-}" >"$e/url"`, ":")

const postMerge = (program: HookProgram): string =>
  quiet(`${preamble(program)}
${places}
${begin("post-merge")}
printf 'post-merge %s\\n' "\${1:-}" >"$e/event"
${finish}
[ -z "$r" ] || exit 0
${start}`)

const bodies: Record<HookName, (program: HookProgram) => string> = {
  "prepare-commit-msg": prepareCommitMsg,
  "post-commit": postCommit,
  "post-rewrite": postRewrite,
  "pre-push": prePush,
  "post-merge": postMerge
}

/**
 * What a hook does, as POSIX shell: nothing but a few tests when there is nothing to say; else an event in the queue
 * and a detached worker (spec writing §2). Prints nothing, fails never, leaves standard input as it was.
 */
export const hookBody = (name: HookName, program: HookProgram): string => bodies[name](program)
