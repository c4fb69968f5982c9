import { Option } from "effect"
import { displayWidth } from "effect/cli/CliOutput"
import type { ArgDoc, FlagDoc, HelpDoc, SubcommandDoc } from "effect/cli/HelpDoc"

/** Where help is written. */
export interface HelpSurface {
  readonly colors: boolean
  /** Columns; lines are wrapped at them. */
  readonly width: number
}

interface Row {
  readonly name: string
  /** What the name takes, shown behind it. */
  readonly value: string
  readonly text: string
}

/** Names that are longer than this have their text below them. */
const widestName = 24

const codes = { heading: "1", name: "32", command: "36", value: "2" } as const

const painter =
  ({ colors }: HelpSurface) =>
  (role: keyof typeof codes, text: string): string =>
    colors && text !== "" ? `\u001b[${codes[role]}m${text}\u001b[0m` : text

const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let current = ""
  for (const word of text.split(" ")) {
    if (current !== "" && displayWidth(current) + 1 + displayWidth(word) > width) {
      lines.push(current)
      current = word
    } else {
      current += current === "" ? word : ` ${word}`
    }
  }
  return [...lines, current]
}

/** A text of paragraphs, those that are indented left as they are. */
const paragraphs = (text: string, surface: HelpSurface): ReadonlyArray<string> =>
  text
    .split("\n")
    .flatMap((line) => (/^ |^\*/.test(line) ? [line] : wrapped(line, surface.width - 2)))
    .map((line) => `  ${line}`.trimEnd())

const table = (rows: ReadonlyArray<Row>, role: "name" | "command", surface: HelpSurface): ReadonlyArray<string> => {
  const paint = painter(surface)
  const widthOf = ({ name, value }: Row): number => displayWidth(value === "" ? name : `${name} ${value}`)
  const column = Math.max(0, ...rows.map(widthOf).filter((width) => width <= widestName)) + 4
  return rows.flatMap((row) => {
    const left = `  ${paint(role, row.name)}${row.value === "" ? "" : ` ${paint("value", row.value)}`}`
    const [first = "", ...others] = wrapped(row.text, Math.max(20, surface.width - column))
    const indent = " ".repeat(column)
    const below = others.map((line) => indent + line)
    return widthOf(row) + 4 > column
      ? [left, ...[first, ...others].map((line) => indent + line)]
      : [`${left}${" ".repeat(column - 2 - widthOf(row))}${first}`.trimEnd(), ...below]
  })
}

/** The choices that the parser appends are no news where the description names them. */
const withoutChoices = (text: string): string => {
  const [, said = "", choices = ""] = /^([^]*?) ?\(choices: ([^)]*)\)$/.exec(text) ?? []
  const isSaid = choices !== "" && choices.split(", ").every((choice) => said.includes(choice))
  return isSaid ? said : text
}

const described = (description: Option.Option<string>): string =>
  withoutChoices(Option.getOrElse(description, () => ""))

const flagRow = ({ aliases, description, name, type }: FlagDoc): Row => ({
  name: [`--${name}`, ...aliases].join(", "),
  value: type === "boolean" ? "" : type,
  text: described(description)
})

const argumentRow = ({ description, name, variadic }: ArgDoc): Row => ({
  name: variadic ? `${name}...` : name,
  value: "",
  text: described(description)
})

const commandRow = ({ description, name, shortDescription }: SubcommandDoc): Row => ({
  name,
  value: "",
  text: shortDescription ?? description
})

/** What every command takes; the parser's own words for it are wide. */
const globalRows: Readonly<Record<string, Row>> = {
  help: { name: "--help, -h", value: "", text: "Show this help" },
  version: { name: "--version, -v", value: "", text: "Show the version" },
  "log-level": {
    name: "--log-level",
    value: "LEVEL",
    text: "Least level told on standard error: debug, info, warn (default), error or none"
  }
}

const examplesOf = ({ examples = [] }: HelpDoc, surface: HelpSurface): ReadonlyArray<string> => {
  const paint = painter(surface)
  return examples.flatMap(({ command, description }, index) => [
    ...(index === 0 ? [] : [""]),
    ...(description === undefined ? [] : [`  ${paint("value", `# ${description}`)}`]),
    `  ${paint("command", command)}`
  ])
}

/** The help of a command, without a newline at its end. */
export const helpText = (doc: HelpDoc, surface: HelpSurface): string => {
  const paint = painter(surface)
  const sections: ReadonlyArray<readonly [heading: string, lines: ReadonlyArray<string>]> = [
    ["DESCRIPTION", doc.description === "" ? [] : paragraphs(doc.description, surface)],
    ["USAGE", [`  ${paint("command", doc.usage.replace("<subcommand>", "<command>"))}`]],
    ["ARGUMENTS", table((doc.args ?? []).map(argumentRow), "name", surface)],
    ["FLAGS", table(doc.flags.map(flagRow), "name", surface)],
    ["INHERITED FLAGS", table((doc.inheritedFlags ?? []).map(flagRow), "name", surface)],
    ...(doc.subcommands ?? []).map(
      ({ commands, group }) => [group ?? "COMMANDS", table(commands.map(commandRow), "command", surface)] as const
    ),
    [
      "GLOBAL FLAGS",
      table(
        (doc.globalFlags ?? []).map((flag) => globalRows[flag.name] ?? flagRow(flag)),
        "name",
        surface
      )
    ],
    ["EXAMPLES", examplesOf(doc, surface)]
  ]
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [paint("heading", heading), ...lines].join("\n"))
    .join("\n\n")
}
