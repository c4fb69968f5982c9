import { Option } from "effect"
import { displayWidth } from "effect/cli/CliOutput"
import type { ArgDoc, FlagDoc, HelpDoc, SubcommandDoc } from "effect/cli/HelpDoc"
import { groupOf } from "../domain/MatchGroup.ts"
import { paint as paintText } from "./render/paint.ts"

/** The terminal or pipe that help is written to. */
export interface HelpSurface {
  readonly colors: boolean
  /** Columns at which lines wrap. */
  readonly width: number
  /** Whether the help is that of the program and not of a command. */
  readonly isRoot?: boolean
}

interface Row {
  readonly name: string
  /** Placeholder of the value, shown after the name; empty for none. */
  readonly value: string
  readonly text: string
}

/** Columns; the text of a longer name goes below it. */
const maxNameWidth = 24

const styles = { heading: "bold", name: "green", command: "cyan", value: "dim" } as const

const makePainter =
  ({ colors }: HelpSurface) =>
  (role: keyof typeof styles, text: string): string =>
    colors ? paintText(styles[role], text) : text

const wrap = (text: string, width: number): ReadonlyArray<string> => {
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

/** Wraps a text, except lines that are indented or begin with `*`. */
const paragraphs = (text: string, surface: HelpSurface): ReadonlyArray<string> =>
  text
    .split("\n")
    .flatMap((line) => (/^ |^\*/.test(line) ? [line] : wrap(line, surface.width - 2)))
    .map((line) => `  ${line}`.trimEnd())

const table = (rows: ReadonlyArray<Row>, role: "name" | "command", surface: HelpSurface): ReadonlyArray<string> => {
  const paint = makePainter(surface)
  const widthOf = ({ name, value }: Row): number => displayWidth(value === "" ? name : `${name} ${value}`)
  const column = Math.max(0, ...rows.map(widthOf).filter((width) => width <= maxNameWidth)) + 4
  return rows.flatMap((row) => {
    const left = `  ${paint(role, row.name)}${row.value === "" ? "" : ` ${paint("value", row.value)}`}`
    const [first = "", ...others] = wrap(row.text, Math.max(20, surface.width - column))
    const indent = " ".repeat(column)
    const below = others.map((line) => indent + line)
    return widthOf(row) + 4 > column
      ? [left, ...[first, ...others].map((line) => indent + line)]
      : [`${left}${" ".repeat(column - 2 - widthOf(row))}${first}`.trimEnd(), ...below]
  })
}

/** Removes the choices that the parser appends if the description names them all. */
const stripRepeatedChoices = (text: string): string => {
  const found = /^([^]*?) ?\(choices: ([^)]+)\)$/.exec(text)
  if (found === null) return text
  const description = groupOf(found, 1)
  const isRepeated = groupOf(found, 2)
    .split(", ")
    .every((choice) => description.includes(choice))
  return isRepeated ? description : text
}

const describe = (description: Option.Option<string>): string =>
  stripRepeatedChoices(Option.getOrElse(description, () => ""))

const toFlagRow = ({ aliases, description, name, type }: FlagDoc): Row => ({
  name: [`--${name}`, ...aliases].join(", "),
  value: type === "boolean" ? "" : type,
  text: describe(description)
})

const toArgumentRow = ({ description, name, variadic }: ArgDoc): Row => ({
  name: variadic ? `${name}...` : name,
  value: "",
  text: describe(description)
})

const toCommandRow = ({ description, name, shortDescription }: SubcommandDoc): Row => ({
  name,
  value: "",
  text: shortDescription ?? description
})

/** Flags of every command, in fewer words than the parser's. */
const globalRows: Readonly<Record<string, Row>> = {
  help: { name: "--help, -h", value: "", text: "Show this help" },
  version: { name: "--version, -v", value: "", text: "Show the version" },
  "log-level": {
    name: "--log-level",
    value: "LEVEL",
    text: "Minimum log level on standard error: debug, info, warn (default), error or none"
  }
}

const formatExamples = ({ examples = [] }: HelpDoc, surface: HelpSurface): ReadonlyArray<string> => {
  const paint = makePainter(surface)
  return examples.flatMap(({ command, description }, index) => [
    ...(index === 0 ? [] : [""]),
    ...(description === undefined ? [] : [`  ${paint("value", `# ${description}`)}`]),
    `  ${paint("command", command)}`
  ])
}

/** Flags that are only allowed before the command. */
const leadingRows: ReadonlyArray<Row> = [
  { name: "-V", value: "", text: "Same as --version" },
  { name: "-C", value: "PATH", text: "Run in this folder; comes before the command" },
  { name: "--no-pager", value: "", text: "Use no pager; comes before the command" }
]

/**
 * Formats the help of a command, without a final newline.
 *
 * `CliOutput.defaultFormatter` neither wraps at the terminal's width nor drops choices that the description names.
 */
export const formatHelp = (doc: HelpDoc, surface: HelpSurface): string => {
  const paint = makePainter(surface)
  const sections: ReadonlyArray<readonly [heading: string, lines: ReadonlyArray<string>]> = [
    ["DESCRIPTION", doc.description === "" ? [] : paragraphs(doc.description, surface)],
    ["USAGE", [`  ${paint("command", doc.usage.replace("<subcommand>", "<command>"))}`]],
    ["ARGUMENTS", table((doc.args ?? []).map(toArgumentRow), "name", surface)],
    ["FLAGS", table(doc.flags.map(toFlagRow), "name", surface)],
    ["INHERITED FLAGS", table((doc.inheritedFlags ?? []).map(toFlagRow), "name", surface)],
    ...(doc.subcommands ?? []).map(
      ({ commands, group }) => [group ?? "COMMANDS", table(commands.map(toCommandRow), "command", surface)] as const
    ),
    [
      "GLOBAL FLAGS",
      table(
        [
          ...(doc.globalFlags ?? []).map((flag) => globalRows[flag.name] ?? toFlagRow(flag)),
          ...(surface.isRoot === true ? leadingRows : [])
        ],
        "name",
        surface
      )
    ],
    ["EXAMPLES", formatExamples(doc, surface)]
  ]
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [paint("heading", heading), ...lines].join("\n"))
    .join("\n\n")
}
