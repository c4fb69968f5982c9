import { Option } from "effect"
import type { HookName } from "./HookName.ts"

/** What a hook starts: Node and script, or the name that is searched on the path. */
export type HookProgram = Option.Option<{ readonly node: string; readonly script: string }>

/** A word for the shell, whatever it holds. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A function of the hook's own shell: a sub-shell would cost a process. Its variables begin with `ug_`. */
const defined = (body: string): string => `ultragit_hook() {\n${body}\n}`

/** Prints nothing, reads nothing, and whatever becomes of it is no failure. */
const called = `ultragit_hook "$@" </dev/null >/dev/null 2>&1 || :`
const forgotten = "unset -f ultragit_hook"

/** Nothing is done where it is turned off, or there is no program to hand over to. */
const preamble = (program: HookProgram): string => {
  const { node, script } = Option.getOrElse(program, () => ({ node: "", script: "" }))
  return `[ "\${ULTRAGIT_DISABLED:-}" != 1 ] || return 0
[ -z "\${ZSH_VERSION:-}" ] || emulate -L sh
ug_node=${shellWord(node)} ug_script=${shellWord(script)}
[ -x "$ug_node" ] && [ -f "$ug_script" ] || { ug_node=ultragit ug_script=; command -v ultragit || return 0; }`
}

/**
 * The work tree's git directory, our folder in it, and the state of a rebase under way. The repository may come from a
 * stranger: nothing is done where a folder is a link, and no file is read or written through one.
 */
const places = `ug_git=\${GIT_DIR:-.git}
[ -d "$ug_git" ] || ug_git=$(git rev-parse --git-dir) || return 0
ug_own=$ug_git/ultragit ug_queue=$ug_git/ultragit/queue ug_rebase=
for ug_x in "$ug_git/rebase-merge" "$ug_git/rebase-apply"; do [ ! -d "$ug_x" ] || ug_rebase=$ug_x; done
[ ! -L "$ug_own" ] && [ ! -L "$ug_queue" ] || return 0
[ -z "$ug_rebase" ] || { [ ! -L "$ug_rebase" ] && [ ! -L "$ug_rebase/ultragit" ]; } || return 0`

/** An event is made under a hidden name; it counts once it is renamed. */
const begin = (name: string): string => `[ -d "$ug_queue" ] || mkdir -p "$ug_queue" || return 0
ug_x=$ug_queue/.${name}-$$
while [ -e "$ug_x" ] || [ -L "$ug_x" ]; do ug_x=\${ug_x}x; done
mkdir "$ug_x" || return 0
ug_event=$ug_x`

const finish = `ug_x=$ug_queue/\${ug_event##*/.}
while [ -e "$ug_x" ] || [ -L "$ug_x" ]; do ug_x=\${ug_x}x; done
mv "$ug_event" "$ug_x"`

/** Starts the worker, unless one is at work that will look again, and waits for it where the machine ends with the job. */
const start = `case \${CI:-} in
'' | 0 | false)
  [ -f "$ug_own/worker.lock" ] && [ ! -L "$ug_own/worker.lock" ] && read -r ug_x ug_y <"$ug_own/worker.lock" && kill -0 "$ug_x" && [ -n "$(find "$ug_own/worker.lock" -mmin -10)" ] && return 0
  ug_wait= ;;
*) ug_wait=1 ;;
esac
case $ug_git in /* | ?:*) ;; *) ug_git=$PWD/$ug_git ;; esac
set -- "$ug_node"
[ -z "$ug_script" ] || set -- "$ug_node" "$ug_script"
set -- "$@" hook run --repo "$ug_git"
[ -z "$ug_wait" ] || { "$@" --wait; return 0; }
! command -v setsid || set -- setsid "$@"
(trap '' HUP; exec "$@") &`

/** Writes a file that was not there a moment ago, and leaves the shell's own option as it was. */
const putPending = (writing: string): string => `ug_y=$-
set -C
${writing} >"$ug_own/pending"
case $ug_y in *C*) ;; *) set +C ;; esac`

/**
 * Notes what is under way, for git forgets it before the commit is made. What an aborted commit left is removed, never
 * emptied: it could be another's file by a second name. A dash says that nothing is under way, and that the message git
 * keeps is that of the commit to come. `named` goes before a commit whose message is used again; alone it says that a
 * message was waiting, as a pick without commit leaves it.
 */
const prepareCommitMsg = (program: HookProgram): string =>
  `${defined(`${preamble(program)}
ug_git=\${1%/*}
[ "$ug_git" != "$1" ] || ug_git=.
ug_own=$ug_git/ultragit ug_x=-
[ ! -L "$ug_own" ] || return 0
[ -d "$ug_own" ] || mkdir "$ug_own" || return 0
{ [ ! -e "$ug_own/pending" ] && [ ! -L "$ug_own/pending" ]; } || rm -f "$ug_own/pending" || return 0
if [ -f "$ug_git/CHERRY_PICK_HEAD" ]; then
  read -r ug_x ug_y <"$ug_git/CHERRY_PICK_HEAD"
  ug_x="cherry-pick $ug_x"
elif [ -f "$ug_git/REVERT_HEAD" ]; then
  read -r ug_x ug_y <"$ug_git/REVERT_HEAD"
  ug_x="revert $ug_x"
elif [ -f "$ug_git/SQUASH_MSG" ]; then
  ${putPending(`sed -n 's/^commit \\([0-9a-f]*\\)$/squash \\1/p' "$ug_git/SQUASH_MSG"`)}
  return 0
elif [ "\${2:-}" = commit ] && [ "\${3:-HEAD}" != HEAD ]; then
  ug_x="named $(git rev-parse --verify --quiet --end-of-options "$3^{commit}")"
elif [ -f "$ug_git/MERGE_MSG" ] && [ ! -f "$ug_git/MERGE_HEAD" ]; then
  ug_x=named
fi
${putPending(`printf '%s\\n' "$ug_x"`)}`)}
[ -z "\${1:-}" ] || ${called}
${forgotten}`

/** In a rebase only a note of the commit, beside git's own state of it; facts of the environment are not the picks'. */
const inRebase = `  read -r ug_id ug_y <"$ug_git/HEAD"
  case $ug_id in '' | *[!0-9a-f]*) ug_id=$(git rev-parse HEAD) || return 0 ;; esac
  [ ! -e "$ug_rebase/ultragit" ] || [ -f "$ug_rebase/ultragit" ] || return 0
  printf '%s %s\\n' "$ug_id" "$ug_pending" >>"$ug_rebase/ultragit"
  rm -f "$ug_own/pending"
  [ -f "$ug_context" ] || return 0`

/** What of a message is worth a look: our trailers, and what git writes into reverts and picks. */
const speaking = `[Uu][Ll][Tt][Rr][Aa][Gg][Ii][Tt]-*:* | 'This reverts commit '* | '(cherry picked from commit '*`

/**
 * Elsewhere: whether anybody said something of this commit, or whether something was undone before it that the worker has
 * not settled yet. Long messages are asked of git.
 */
const elsewhere = `  [ ! -f "$ug_context" ] && [ -z "\${ULTRAGIT_TASK:-}\${ULTRAGIT_REASONING:-}\${ULTRAGIT_CONSTRAINTS:-}\${ULTRAGIT_DEPENDENCIES:-}\${ULTRAGIT_TAGS:-}\${ULTRAGIT_RISK:-}" ] || ug_said=1
  ug_x=99
  case $ug_pending in
  -)
    rm -f "$ug_own/pending"
    ug_pending= ug_x=0
    while [ $ug_x -lt 50 ] && read -r ug_y || [ -n "$ug_y" ]; do
      case $ug_y in ${speaking}) ug_said=1 ;; *'--- >8 ---'*) break ;; esac
      ug_x=$((ug_x + 1)) ug_y=
    done <"$ug_git/COMMIT_EDITMSG" ;;
  ?*) ug_said=1 ;;
  esac
  [ -n "$ug_said" ] || [ ! -f "$ug_git/ORIG_HEAD" ] || {
    ug_z=
    read -r ug_y <"$ug_git/ORIG_HEAD"
    [ ! -f "$ug_own/settled" ] || read -r ug_z <"$ug_own/settled"
    [ "$ug_y" = "$ug_z" ] || ug_said=1
  }
  [ -n "$ug_said" ] || [ $ug_x -lt 50 ] || case $(git rev-list -1 --format='%n%B' HEAD) in
  *'
'[Uu][Ll][Tt][Rr][Aa][Gg][Ii][Tt]-*:* | *'This reverts commit '* | *'(cherry picked from commit '*) ug_said=1 ;;
  esac`

const claimed = `printf 'post-commit %s\\n' "$ug_id" >"$ug_event/event"
[ ! -f "$ug_context" ] || mv "$ug_context" "$ug_event/context.json"
[ -z "$ug_pending" ] || [ -n "$ug_rebase" ] || mv "$ug_own/pending" "$ug_event/pending"
[ -n "$ug_rebase" ] || for ug_x in TASK REASONING CONSTRAINTS DEPENDENCIES TAGS RISK; do
  eval "ug_y=\\\${ULTRAGIT_$ug_x:-}"
  [ -z "$ug_y" ] || printf %s "$ug_y" >"$ug_event/ULTRAGIT_$ug_x"
done
${finish}`

/** The last pick of several starts the worker, and a commit of which nobody said anything, where something was left. */
const postCommit = (program: HookProgram): string =>
  `${defined(`${preamble(program)}
${places}
ug_context=\${ULTRAGIT_CONTEXT:-$ug_own/context.json} ug_said= ug_id= ug_pending=
[ ! -L "$ug_context" ] || ug_context=
[ ! -f "$ug_own/pending" ] || [ -L "$ug_own/pending" ] || read -r ug_pending <"$ug_own/pending"
if [ -n "$ug_rebase" ]; then
${inRebase}
  ug_said=1
else
${elsewhere}
fi
if [ -n "$ug_said" ]; then
[ -n "$ug_id" ] || ug_id=$(git rev-parse HEAD) || return 0
${begin("$ug_id")}
${claimed}
[ -z "$ug_rebase" ] || return 0
[ ! -f "$ug_git/sequencer/todo" ] || ! { read -r ug_x && read -r ug_x; } <"$ug_git/sequencer/todo" || return 0
else
for ug_x in "$ug_queue"/*; do [ ! -e "$ug_x" ] || ug_said=1; break; done
[ -n "$ug_said" ] || return 0
fi
${start}`)}
${called}
${forgotten}`

/** A patch of a mailbox, whose first line may name the commit it was made of. The last of several starts the worker. */
const postApplypatch = (program: HookProgram): string =>
  `${defined(`${preamble(program)}
${places}
[ -n "$ug_rebase" ] && [ ! -f "$ug_rebase/rebasing" ] || return 0
read -r ug_next <"$ug_rebase/next" && read -r ug_last <"$ug_rebase/last" || return 0
ug_id=$(git rev-parse HEAD) || return 0
${begin("$ug_id")}
printf 'post-applypatch %s\n' "$ug_id" >"$ug_event/event"
ug_x=000$ug_next
ug_x=$ug_rebase/\${ug_x#"\${ug_x%????}"} ug_y=
[ ! -f "$ug_x" ] || read -r ug_x ug_y ug_z <"$ug_x"
[ "$ug_x" != From ] || printf 'named %s\n' "$ug_y" >"$ug_event/pending"
${finish}
[ "$ug_next" = "$ug_last" ] || return 0
${start}`)}
${called}
${forgotten}`

/** A hook that is told something on standard input: kept in the event, from where what follows here reads it again. */
const withInput = (program: HookProgram, name: string, filling: string, unless: string): string =>
  `ug_event=
${defined(`${preamble(program)}
${places}
${begin(name)}
cat >"$ug_event/stdin"
printf '%s %s\\n' ${name} "\${1:-}" >"$ug_event/event"
${filling}`)}
ultragit_hook "$@" >/dev/null 2>&1 || :
[ ! -r "$ug_event/stdin" ] || exec <"$ug_event/stdin"
${defined(`${finish}
${unless}
${start}`)}
[ -z "$ug_event" ] || ${called}
${forgotten}`

const postRewrite = (program: HookProgram): string =>
  withInput(
    program,
    "post-rewrite",
    `[ "\${1:-}" != rebase ] || [ ! -f "$ug_rebase/ultragit" ] || mv "$ug_rebase/ultragit" "$ug_event/made"`,
    `[ "\${1:-}" = rebase ] || [ -z "$ug_rebase" ] || return 0`
  )

const prePush = (program: HookProgram): string =>
  withInput(program, "pre-push", `printf %s "\${1:-}" >"$ug_event/remote"\nprintf %s "\${2:-}" >"$ug_event/url"`, `:`)

const postMerge = (program: HookProgram): string =>
  `${defined(`${preamble(program)}
${places}
${begin("post-merge")}
printf 'post-merge %s\\n' "\${1:-}" >"$ug_event/event"
${finish}
[ -z "$ug_rebase" ] || return 0
${start}`)}
${called}
${forgotten}`

const bodies: Record<HookName, (program: HookProgram) => string> = {
  "prepare-commit-msg": prepareCommitMsg,
  "post-commit": postCommit,
  "post-applypatch": postApplypatch,
  "post-rewrite": postRewrite,
  "pre-push": prePush,
  "post-merge": postMerge
}

/**
 * What a hook does, as POSIX shell: nothing but a few tests when there is nothing to say; else an event in the queue
 * and a detached worker (spec writing §2). Prints nothing, fails never, leaves standard input as it was.
 */
export const hookBody = (name: HookName, program: HookProgram): string => bodies[name](program)
