import { type CommandEntry, flattenCommands, type ValueKind, noValues, quoteForShell } from "./commandTree.ts"

const shownOf = ({ commands, flags }: CommandEntry) => ({
  commands: commands.map(({ name }) => name).join(" "),
  flags: flags.flatMap(({ forms }) => forms).join(" "),
  valued: flags
    .filter(({ value }) => value !== undefined)
    .flatMap(({ forms }) => forms)
    .join(" ")
})

/** Bash code that offers candidates. Without any, bash completes files unless `default` is turned off. */
const offer = (kind: ValueKind): string => {
  switch (kind._tag) {
    case "Words":
      return `_ultragit_words ${quoteForShell(kind.words.join(" "))}`
    case "File":
      return ":"
    case "Folder":
      return "compopt -o plusdirs +o default 2>/dev/null"
    case "None":
      return "compopt +o default 2>/dev/null"
  }
}

const caseOf = (command: CommandEntry): string => {
  const { commands, flags, valued } = shownOf(command)
  const offers = Map.groupBy(
    command.flags.filter(({ value }) => value !== undefined && value._tag !== "None"),
    ({ value }) => offer(value ?? noValues)
  )
  const values = [...offers].map(([code, those]) => `${those.flatMap(({ forms }) => forms).join("|")}) ${code} ;;`)
  return [
    `    ${quoteForShell(command.at)})`,
    `      commands=${quoteForShell(commands)} flags=${quoteForShell(flags)} valued=${quoteForShell(valued)}`,
    `      case $flag in ${["'') ;;", ...values, `*) ${offer(noValues)} ;;`].join(" ")} esac`,
    `      _ultragit_argument() { ${offer(command.argument)}; } ;;`
  ].join("\n")
}

/** Finds the command and the word being typed, and offers its candidates. */
const completer = `_ultragit() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at='' pending='' rest='' commands flags valued word next i
  COMPREPLY=()
  _ultragit_look ''
  # The shell splits --flag=value at the sign.
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == '=' && -n $pending ]]; then continue; fi
    if [[ -n $pending ]]; then pending=''; continue; fi
    if [[ -n $rest ]]; then continue; fi
    case $word in
      --) rest=1 ;;
      -*) case " $valued " in *" $word "*) pending=$word ;; esac ;;
      *)
        next="\${at:+$at }$word"
        if _ultragit_is "$next"; then at=$next; _ultragit_look ''; fi ;;
    esac
  done
  if [[ $cur == '=' && -n $pending ]]; then cur=''; fi
  if [[ -n $pending ]]; then
    _ultragit_look "$pending"
  elif [[ $cur == -* && -z $rest ]]; then
    _ultragit_words "$flags"
  elif [[ -n $commands ]]; then
    COMPREPLY=($(compgen -W "$commands" -- "$cur"))
    # A command with others below it may also have an argument.
    if [[ \${#COMPREPLY[@]} == 0 ]]; then _ultragit_argument; fi
  else
    _ultragit_argument
  fi
  return 0
}`

/**
 * Makes the script for bash 3.2 and newer. `Completions.generate` of Effect needs `_init_completion` of the
 * bash-completion package, which macOS lacks.
 */
export const bashScript = (root: CommandEntry): string => {
  const all = flattenCommands(root)
  const paths = all.map(({ at }) => quoteForShell(at)).join(" | ")
  return `# Completion of ultragit for bash. Made by: ultragit completion bash

_ultragit_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
  compopt +o default 2>/dev/null
  return 0
}

_ultragit_is() {
  case $1 in ${paths}) return 0 ;; esac
  return 1
}

# Sets commands, flags and valued for the command at $at; with $flag, offers the candidates of its value.
_ultragit_look() {
  local flag=$1
  case $at in
${all.map(caseOf).join("\n")}
  esac
}

${completer}

complete -o default -F _ultragit ultragit`
}
