import { type CommandEntry, type FlagEntry, flattenCommands, type ValueKind, quoteForShell } from "./commandTree.ts"

/** Escapes the special characters of a specification of `_arguments`. */
const plain = (text: string): string => text.replaceAll("\\", "\\\\").replace(/[[\]:]/g, String.raw`\$&`)

const actionOf = (kind: ValueKind): string => {
  switch (kind._tag) {
    case "Words":
      return `(${kind.words.join(" ")})`
    case "File":
      return "_files"
    case "Folder":
      return "_files -/"
    case "None":
      return " "
  }
}

const specsOf = ({ description, forms, value }: FlagEntry): ReadonlyArray<string> =>
  forms.map((form) => {
    const taken = value === undefined ? "" : `:value:${actionOf(value)}`
    const equals = value !== undefined && form.startsWith("--") ? "=" : ""
    return `(${forms.join(" ")})${form}${equals}[${plain(description)}]${taken}`
  })

const caseOf = (command: CommandEntry): string => {
  const below = command.commands.map(({ description, name }) => quoteForShell(`${plain(name)}:${plain(description)}`))
  const argument = command.argument._tag === "None" ? [] : [`*:argument:${actionOf(command.argument)}`]
  const first = command.argument._tag === "File" ? "1: :->commandOrFile" : "1: :->command"
  const specs = [...command.flags.flatMap(specsOf), ...(below.length > 0 ? [first] : argument)]
  return [
    `    (${quoteForShell(command.at)})`,
    ...(below.length > 0 ? [`      commands=(${below.join(" ")})`] : []),
    `      specs=(${specs.map(quoteForShell).join(" ")}) ;;`
  ].join("\n")
}

/**
 * Makes the script for zsh, as a file `_ultragit` on `fpath` or for `source`. `Completions.generate` of Effect does not
 * complete `--flag=value`.
 */
export const zshScript = (root: CommandEntry): string => {
  const all = flattenCommands(root)
  return `#compdef ultragit
# Completion of ultragit for zsh. Made by: ultragit completion zsh

_ultragit() {
  local at='' next state line
  local -i i deep=1
  local -a specs commands known
  typeset -A opt_args
  known=(${all
    .slice(1)
    .map((command) => quoteForShell(command.at))
    .join(" ")})
  for ((i = 2; i < CURRENT; i++)); do
    next="\${at:+$at }\${words[i]}"
    if ((\${known[(Ie)$next]})); then
      at=$next
      deep=$i
    fi
  done
  shift $((deep - 1)) words
  ((CURRENT -= deep - 1))
  case $at in
${all.map(caseOf).join("\n")}
  esac
  _arguments -s -S $specs && return 0
  [[ $state == commandOrFile ]] && _files
  [[ $state == command* ]] && _describe -t commands command commands
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _ultragit "$@"
else
  compdef _ultragit ultragit
fi`
}
