import { type CommandEntry, type FlagEntry, flattenCommands, type ValueKind } from "./commandTree.ts"

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`)}'`

const valueOf = (kind: ValueKind | undefined): string => {
  switch (kind?._tag) {
    case undefined:
      return ""
    case "Words":
      return ` -x -a ${quoted(kind.words.join(" "))}`
    case "File":
      return " -r -F"
    case "Folder":
      return " -x -a '(__fish_complete_directories)'"
    case "None":
      return " -x"
  }
}

const formsOf = ({ forms }: FlagEntry): string =>
  forms.map((form) => (form.startsWith("--") ? ` -l ${form.slice(2)}` : ` -s ${form.slice(1)}`)).join("")

const flagText = (flag: FlagEntry): string => `${formsOf(flag)}${valueOf(flag.value)} -d ${quoted(flag.description)}`

const at = (commands: ReadonlyArray<CommandEntry>): string =>
  quoted(`__ultragit_at ${commands.map((command) => `"${command.at}"`).join(" ")}`)

const argumentsOf = (commands: ReadonlyArray<CommandEntry>): ReadonlyArray<string> =>
  commands.flatMap(({ argument, ...command }) =>
    argument._tag === "Words"
      ? [`complete -c ultragit -n ${at([{ ...command, argument }])} -f -a ${quoted(argument.words.join(" "))}`]
      : []
  )

/**
 * Makes the script for fish 3.0 and newer; a flag that several commands share is written once. `Completions.generate`
 * of Effect finds a command's name anywhere in the line, so that `read --rev sync` is offered the subcommands of
 * `sync`; its script is 6 times as long.
 */
export const fishScript = (root: CommandEntry): string => {
  const all = flattenCommands(root)
  const named = all.flatMap((command) =>
    command.commands.map((below) => {
      const withoutFiles = command.argument._tag === "File" ? "" : " -f"
      return `complete -c ultragit -n ${at([command])}${withoutFiles} -a ${below.name} -d ${quoted(below.description)}`
    })
  )
  const flags = Map.groupBy(
    all.flatMap((command) => command.flags.map((flag) => ({ command, text: flagText(flag) }))),
    ({ text }) => text
  )
  const withoutFile = all.filter(({ argument }) => argument._tag !== "File")
  return [
    "# Completion of ultragit for fish. Made by: ultragit completion fish",
    "",
    `set -g __ultragit_commands ${all
      .slice(1)
      .map((command) => quoted(command.at))
      .join(" ")}`,
    "",
    "# Whether the words so far name one of these commands; '' is the program itself.",
    "function __ultragit_at",
    "  set -l at ''",
    "  for word in (commandline -opc)[2..-1]",
    `    set -l next (string trim -- "$at $word")`,
    "    contains -- $next $__ultragit_commands; and set at $next",
    "  end",
    '  contains -- "$at" $argv',
    "end",
    "",
    `complete -c ultragit -n ${at(withoutFile)} -f`,
    ...named,
    ...argumentsOf(all),
    ...[...flags].map(([text, those]) => `complete -c ultragit -n ${at(those.map(({ command }) => command))}${text}`)
  ].join("\n")
}
