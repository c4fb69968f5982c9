import { Option } from "effect"
import { contextVariables } from "../../domain/ContextVariables.ts"
import type { HookName } from "./HookName.ts"

/** The program that a hook starts: paths of Node and the script; if none, `ultragit` from `PATH`. */
export type HookProgram = Option.Option<{ readonly node: string; readonly script: string }>

/** Quotes a word for the shell. */
const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Wraps the lines in a shell function; a sub-shell would cost a process. Its variables start with `ug_`. */
const wrapInFunction = (body: string): string => `ultragit_hook() {\n${body}\n}`

/** Calls the function without input and output, and ignores its failure. */
const callFunction = `ultragit_hook "$@" </dev/null >/dev/null 2>&1 || :`
const unsetFunction = "unset -f ultragit_hook"

/** Returns early if the program is disabled or not installed. */
const preamble = (program: HookProgram): string => {
  const { node, script } = Option.getOrElse(program, () => ({ node: "", script: "" }))
  return `[ "\${ULTRAGIT_DISABLED:-}" != 1 ] || return 0
[ -z "\${ZSH_VERSION:-}" ] || emulate -L sh
ug_node=${shellWord(node)} ug_script=${shellWord(script)}
[ -x "$ug_node" ] && [ -f "$ug_script" ] || { ug_node=ultragit ug_script=; command -v ultragit || return 0; }`
}

/**
 * Finds the worktree's git directory, our folder in it, and the state of a rebase in progress. The repository may be
 * untrusted: returns early if a folder is a link, and reads and writes no file through a link.
 */
const locateFolders = `ug_git=\${GIT_DIR:-.git}
[ -d "$ug_git" ] || ug_git=$(git rev-parse --git-dir) || return 0
ug_own=$ug_git/ultragit ug_queue=$ug_git/ultragit/queue ug_rebase=
for ug_x in "$ug_git/rebase-merge" "$ug_git/rebase-apply"; do [ ! -d "$ug_x" ] || ug_rebase=$ug_x; done
[ ! -L "$ug_own" ] && [ ! -L "$ug_queue" ] || return 0
[ -z "$ug_rebase" ] || { [ ! -L "$ug_rebase" ] && [ ! -L "$ug_rebase/ultragit" ]; } || return 0`

/** Creates an event under a hidden name; it becomes visible to the worker when it is renamed. */
const beginEvent = (name: string): string => `[ -d "$ug_queue" ] || mkdir -p "$ug_queue" || return 0
ug_x=$ug_queue/.${name}-$$
while [ -e "$ug_x" ] || [ -L "$ug_x" ]; do ug_x=\${ug_x}x; done
mkdir "$ug_x" || return 0
ug_event=$ug_x`

const finishEvent = `ug_x=$ug_queue/\${ug_event##*/.}
while [ -e "$ug_x" ] || [ -L "$ug_x" ]; do ug_x=\${ug_x}x; done
mv "$ug_event" "$ug_x"`

/** Starts the worker, unless a running one will see the event. In CI, waits for it, because the job may end the machine. */
const startWorker = `case \${CI:-} in
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

/** Writes the file `pending` only if it does not exist; restores the shell's `noclobber` option. */
const writePending = (writing: string): string => `ug_y=$-
set -C
${writing} >"$ug_own/pending"
case $ug_y in *C*) ;; *) set +C ;; esac`

/** Reads what is being picked or reverted: from files, or from git where refs are in tables. A prepared message tells that there may be any. */
const readOperation = `ug_pick= ug_revert=
if [ ! -d "$ug_git/reftable" ]; then
  [ ! -f "$ug_git/CHERRY_PICK_HEAD" ] || read -r ug_pick ug_y <"$ug_git/CHERRY_PICK_HEAD"
  [ ! -f "$ug_git/REVERT_HEAD" ] || read -r ug_revert ug_y <"$ug_git/REVERT_HEAD"
elif [ -f "$ug_git/MERGE_MSG" ]; then
  ug_pick=$(git rev-parse --verify --quiet CHERRY_PICK_HEAD) || ug_revert=$(git rev-parse --verify --quiet REVERT_HEAD)
fi`

/**
 * Records the operation in progress in `pending`, because git forgets it before the commit is made. Removes the file of
 * an aborted commit instead of truncating it: it could be a hard link to another file. A dash means that there is no
 * operation, and that `COMMIT_EDITMSG` will be this commit's message. `named <id>` names the commit whose message is
 * reused; `named` alone means that there was a prepared message, as after a cherry-pick without commit.
 */
const prepareCommitMsg = (program: HookProgram): string =>
  `${wrapInFunction(`${preamble(program)}
ug_git=\${1%/*}
[ "$ug_git" != "$1" ] || ug_git=.
ug_own=$ug_git/ultragit ug_x=-
[ ! -L "$ug_own" ] || return 0
[ -d "$ug_own" ] || mkdir "$ug_own" || return 0
{ [ ! -e "$ug_own/pending" ] && [ ! -L "$ug_own/pending" ]; } || rm -f "$ug_own/pending" || return 0
${readOperation}
if [ -n "$ug_pick" ]; then
  ug_x="cherry-pick $ug_pick"
elif [ -n "$ug_revert" ]; then
  ug_x="revert $ug_revert"
elif [ -f "$ug_git/SQUASH_MSG" ]; then
  ${writePending(`sed -n 's/^commit \\([0-9a-f]*\\)$/squash \\1/p' "$ug_git/SQUASH_MSG"`)}
  return 0
elif [ "\${2:-}" = commit ] && [ "\${3:-HEAD}" != HEAD ]; then
  ug_x="named $(git rev-parse --verify --quiet --end-of-options "$3^{commit}")"
elif [ -f "$ug_git/MERGE_MSG" ] && [ ! -f "$ug_git/MERGE_HEAD" ]; then
  ug_x=named
fi
${writePending(`printf '%s\\n' "$ug_x"`)}`)}
[ -z "\${1:-}" ] || ${callFunction}
${unsetFunction}`

/** In a rebase, records the commit in git's rebase state. Ignores the environment: its facts are not for the picks. */
const inRebase = `  read -r ug_id ug_y <"$ug_git/HEAD"
  case $ug_id in '' | *[!0-9a-f]*) ug_id=$(git rev-parse HEAD) || return 0 ;; esac
  [ ! -e "$ug_rebase/ultragit" ] || [ -f "$ug_rebase/ultragit" ] || return 0
  printf '%s %s\\n' "$ug_id" "$ug_pending" >>"$ug_rebase/ultragit"
  rm -f "$ug_own/pending"
  [ -f "$ug_context" ] || return 0`

/** Lines of a message that need the worker: our trailers, and what git writes for reverts and cherry-picks. */
const relevantLine = `[Uu][Ll][Tt][Rr][Aa][Gg][Ii][Tt]-*:* | 'This reverts commit '* | '(cherry picked from commit '*`

const anyVariable = contextVariables.map((name) => `\${ULTRAGIT_${name}:-}`).join("")

/**
 * Outside a rebase, sets `ug_said` if there are facts for this commit, or if commits were undone before it and the worker
 * has not settled that yet. Asks git for long messages.
 */
const outsideRebase = `  [ ! -f "$ug_context" ] && [ -z "${anyVariable}" ] || ug_said=1
  ug_x=99
  case $ug_pending in
  -)
    rm -f "$ug_own/pending"
    ug_pending= ug_x=0
    while [ $ug_x -lt 50 ] && read -r ug_y || [ -n "$ug_y" ]; do
      case $ug_y in ${relevantLine}) ug_said=1 ;; *'--- >8 ---'*) break ;; esac
      ug_x=$((ug_x + 1)) ug_y=
    done <"$ug_git/COMMIT_EDITMSG" ;;
  ?*) ug_said=1 ;;
  esac
  [ -n "$ug_said" ] || {
    ug_y= ug_z=
    if [ -d "$ug_git/reftable" ]; then
      ug_y=$(git rev-parse --verify --quiet ORIG_HEAD)
    elif [ -f "$ug_git/ORIG_HEAD" ]; then
      read -r ug_y <"$ug_git/ORIG_HEAD"
    fi
    [ -z "$ug_y" ] || [ ! -f "$ug_own/settled" ] || read -r ug_z <"$ug_own/settled"
    [ "$ug_y" = "$ug_z" ] || ug_said=1
  }
  [ -n "$ug_said" ] || [ $ug_x -lt 50 ] || case $(git rev-list -1 --format='%n%B' HEAD) in
  *'
'[Uu][Ll][Tt][Rr][Aa][Gg][Ii][Tt]-*:* | *'This reverts commit '* | *'(cherry picked from commit '*) ug_said=1 ;;
  esac`

const queueCommit = `printf 'post-commit %s\\n' "$ug_id" >"$ug_event/event"
[ ! -f "$ug_context" ] || mv "$ug_context" "$ug_event/context.json"
[ -z "$ug_pending" ] || [ -n "$ug_rebase" ] || mv "$ug_own/pending" "$ug_event/pending"
[ -n "$ug_rebase" ] || for ug_x in ${contextVariables.join(" ")}; do
  eval "ug_y=\\\${ULTRAGIT_$ug_x:-}"
  [ -z "$ug_y" ] || printf %s "$ug_y" >"$ug_event/ULTRAGIT_$ug_x"
done
${finishEvent}`

/** Sets `ug_said` if events are queued here, or sessions of agents in the folder that all work trees share. */
const findWaiting = `ug_y=$ug_git
[ ! -f "$ug_git/commondir" ] || {
  read -r ug_y <"$ug_git/commondir"
  case $ug_y in /* | ?:*) ;; *) ug_y=$ug_git/$ug_y ;; esac
}
for ug_x in "$ug_queue"/* "$ug_y/ultragit/agents/queue"/*.json; do [ ! -e "$ug_x" ] || { ug_said=1; break; }; done`

/**
 * Of several cherry-picks, only the last starts the worker. A commit without facts starts it if events or sessions are
 * queued.
 */
const postCommit = (program: HookProgram): string =>
  `${wrapInFunction(`${preamble(program)}
${locateFolders}
ug_context=\${ULTRAGIT_CONTEXT:-$ug_own/context.json} ug_said= ug_id= ug_pending=
[ ! -L "$ug_context" ] || ug_context=
[ ! -f "$ug_own/pending" ] || [ -L "$ug_own/pending" ] || read -r ug_pending <"$ug_own/pending"
if [ -n "$ug_rebase" ]; then
${inRebase}
  ug_said=1
else
${outsideRebase}
fi
if [ -n "$ug_said" ]; then
[ -n "$ug_id" ] || ug_id=$(git rev-parse HEAD) || return 0
${beginEvent("$ug_id")}
${queueCommit}
[ -z "$ug_rebase" ] || return 0
[ ! -f "$ug_git/sequencer/todo" ] || ! { read -r ug_x && read -r ug_x; } <"$ug_git/sequencer/todo" || return 0
else
${findWaiting}
[ -n "$ug_said" ] || return 0
fi
${startWorker}`)}
${callFunction}
${unsetFunction}`

/** A mailed patch; its first line may name the original commit. Of several patches, only the last starts the worker. */
const postApplypatch = (program: HookProgram): string =>
  `${wrapInFunction(`${preamble(program)}
${locateFolders}
[ -n "$ug_rebase" ] && [ ! -f "$ug_rebase/rebasing" ] || return 0
read -r ug_next <"$ug_rebase/next" && read -r ug_last <"$ug_rebase/last" || return 0
ug_id=$(git rev-parse HEAD) || return 0
${beginEvent("$ug_id")}
printf 'post-applypatch %s\n' "$ug_id" >"$ug_event/event"
ug_x=000$ug_next
ug_x=$ug_rebase/\${ug_x#"\${ug_x%????}"} ug_y=
[ ! -f "$ug_x" ] || read -r ug_x ug_y ug_z <"$ug_x"
[ "$ug_x" != From ] || printf 'named %s\n' "$ug_y" >"$ug_event/pending"
${finishEvent}
[ "$ug_next" = "$ug_last" ] || return 0
${startWorker}`)}
${callFunction}
${unsetFunction}`

/** A hook that reads standard input: saves the input in the event and replays it for the rest of the script. */
const makeHookWithInput = (program: HookProgram, name: string, filling: string, unless: string): string =>
  `ug_event=
${wrapInFunction(`${preamble(program)}
${locateFolders}
${beginEvent(name)}
cat >"$ug_event/stdin"
printf '%s %s\\n' ${name} "\${1:-}" >"$ug_event/event"
${filling}`)}
ultragit_hook "$@" >/dev/null 2>&1 || :
[ ! -r "$ug_event/stdin" ] || exec <"$ug_event/stdin"
${wrapInFunction(`${finishEvent}
${unless}
${startWorker}`)}
[ -z "$ug_event" ] || ${callFunction}
${unsetFunction}`

const postRewrite = (program: HookProgram): string =>
  makeHookWithInput(
    program,
    "post-rewrite",
    `[ "\${1:-}" != rebase ] || [ ! -f "$ug_rebase/ultragit" ] || mv "$ug_rebase/ultragit" "$ug_event/made"`,
    `[ "\${1:-}" = rebase ] || [ -z "$ug_rebase" ] || return 0`
  )

const prePush = (program: HookProgram): string =>
  makeHookWithInput(
    program,
    "pre-push",
    `printf %s "\${1:-}" >"$ug_event/remote"\nprintf %s "\${2:-}" >"$ug_event/url"`,
    `:`
  )

const postMerge = (program: HookProgram): string =>
  `${wrapInFunction(`${preamble(program)}
${locateFolders}
${beginEvent("post-merge")}
printf 'post-merge %s\\n' "\${1:-}" >"$ug_event/event"
${finishEvent}
[ -z "$ug_rebase" ] || return 0
${startWorker}`)}
${callFunction}
${unsetFunction}`

const bodies: Record<HookName, (program: HookProgram) => string> = {
  "prepare-commit-msg": prepareCommitMsg,
  "post-commit": postCommit,
  "post-applypatch": postApplypatch,
  "post-rewrite": postRewrite,
  "pre-push": prePush,
  "post-merge": postMerge
}

/**
 * Returns the lines of a hook as POSIX shell (spec writing §2). They queue an event and start a detached worker, or only
 * run a few tests if there is nothing to do. They print nothing, never fail, and preserve standard input.
 */
export const hookBody = (name: HookName, program: HookProgram): string => bodies[name](program)
