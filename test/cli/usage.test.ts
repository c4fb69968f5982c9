import { assert, describe, it } from "@effect/vitest"
import { Context, Option } from "effect"
import {
  InvalidValue,
  MissingArgument,
  UnexpectedArgument,
  UnknownSubcommand,
  UnrecognizedOption
} from "effect/cli/CliError"
import type { HelpDoc } from "effect/cli/HelpDoc"
import { formatHelp } from "../../src/cli/help.ts"
import { describeCommands, flattenCommands } from "../../src/cli/completion/commandTree.ts"
import { ultragit } from "../../src/cli/ultragit.ts"
import { describeProblems, synonyms } from "../../src/cli/usage.ts"
import { toolsets } from "../../src/toolsets/toolsets.ts"

const flag = (name: string, description: string, type = "boolean", aliases: ReadonlyArray<string> = []) => ({
  name,
  aliases,
  type,
  description: Option.some(description),
  required: false
})

const doc: HelpDoc = {
  description: "Why this code is as it is, said in a sentence that is longer than the terminal is wide",
  usage: "ultragit read [flags] <path>",
  flags: [
    flag("max-tokens", "Budget", "N"),
    flag("format", "json or plain (choices: json, plain)", "FORMAT", ["-f"]),
    flag("level", "How much (choices: low, high)", "LEVEL"),
    flag("a-name-that-is-far-too-long", "Its text goes below", "VALUE")
  ],
  globalFlags: [flag("help", "Show help information"), flag("log-level", "(choices: all)", "<all|…>")],
  args: [{ name: "path", type: "string", description: Option.some("File"), required: true, variadic: true }],
  subcommands: [
    {
      group: undefined,
      commands: [{ name: "status", alias: undefined, shortDescription: "Its state", description: "Long" }]
    }
  ],
  examples: [{ command: "ultragit read a.ts", description: "A file" }, { command: "ultragit read b.ts" }],
  annotations: Context.empty()
}

const unknownFlag = (option: string, suggestions: ReadonlyArray<string> = []) =>
  new UnrecognizedOption({ option, suggestions, command: ["ultragit", "read"] })
const value = (option: string, given: string, expected: string) =>
  new InvalidValue({ option, value: given, expected, kind: "flag" })

describe("wrong usage", () => {
  it.each([
    [unknownFlag("--max-token", ["--max-tokens"]), "Unknown flag: --max-token", "Did you mean --max-tokens?"],
    [unknownFlag("--log-lvel"), "Unknown flag: --log-lvel", "Did you mean --log-level?"],
    [
      unknownFlag("--format", ["--format"]),
      "The flag --format comes before the subcommand.",
      "Put it after the subcommand."
    ],
    [unknownFlag("-x", ["-f", "-a"]), "Unknown flag: -x", undefined],
    [unknownFlag("--\u001b[2J\nError"), String.raw`Unknown flag: --\x1b[2J Error`, undefined],
    [
      new UnknownSubcommand({ subcommand: "statsu", parent: ["ultragit", "sync"], suggestions: [] }),
      "Unknown command: sync statsu",
      "Did you mean sync status?"
    ],
    [
      new UnknownSubcommand({ subcommand: "hlep", parent: ["ultragit"], suggestions: [] }),
      "Unknown command: hlep",
      "Did you mean help?"
    ],
    [
      new UnknownSubcommand({ subcommand: "log", parent: ["ultragit"], suggestions: ["flag"] }),
      "Unknown command: log",
      "Did you mean history?"
    ],
    [
      new UnknownSubcommand({ subcommand: "blame", parent: ["ultragit"], suggestions: [] }),
      "Unknown command: blame",
      "Did you mean read?"
    ],
    [
      new UnknownSubcommand({ subcommand: "search", parent: ["ultragit"], suggestions: [] }),
      "Unknown command: search",
      "Did you mean commits search?"
    ],
    [
      new UnknownSubcommand({ subcommand: "callees", parent: ["ultragit", "code"], suggestions: ["callers"] }),
      "Unknown command: code callees",
      "Did you mean graph callees?"
    ],
    [unknownFlag("-C"), "-C takes a folder and comes before the command.", "Write ultragit -C PATH read …"],
    [value("format", "jsno", '"json" | "plain"'), "--format is json or plain, not jsno", "Did you mean json?"],
    [value("format", "zzzzzz", '"json" | "plain"'), "--format is json or plain, not zzzzzz", undefined],
    [value("format", "", "json | plain"), "Missing value for flag --format: json or plain", undefined],
    [value("rev", "", "REV"), "Missing value for flag --rev: REV", "Write a value that begins with - as --rev=-x."],
    [new MissingArgument({ argument: "path" }), "Missing required argument: path", undefined],
    [new UnexpectedArgument({ arguments: ["c"] }), 'Unexpected positional argument: "c"', undefined]
  ] as const)("is reported with suggestions: %s", (error, message, hint) => {
    assert.deepStrictEqual(describeProblems([error], doc), [hint === undefined ? { message } : { message, hint }])
  })

  it("suggests the flag that other programs call so, where the command has it", () => {
    const port = unknownFlag("--port", ["--root"])
    const serving = { ...doc, flags: [flag("listen", "Address", "HOST:PORT"), flag("root", "Folder", "PATH")] }
    assert.deepStrictEqual(describeProblems([port], serving), [
      { message: "Unknown flag: --port", hint: "Did you mean --listen?" }
    ])
    assert.deepStrictEqual(describeProblems([port], doc), [
      { message: "Unknown flag: --port", hint: "Did you mean --root?" }
    ])
  })

  it("suggests the command that is meant by a value of an argument", () => {
    const callers = new InvalidValue({
      option: "type",
      value: "callers",
      expected: '"functions" | "stats"',
      kind: "argument"
    })
    const query = { ...doc, usage: "ultragit graph query [flags] <type>" }
    const message = "<type> is functions or stats, not callers"
    assert.deepStrictEqual(describeProblems([callers], query), [
      { message, hint: "Did you mean ultragit graph callers?" }
    ])
    assert.deepStrictEqual(describeProblems([callers], doc), [{ message }])
  })

  it("suggests only commands that exist, for names that are none", () => {
    const commands = new Set(flattenCommands(describeCommands(ultragit, toolsets)).map(({ at }) => at))
    for (const [name, meant] of synonyms) {
      assert.isFalse(commands.has(name), name)
      assert.isTrue(commands.has(meant.replace(/ --.*/, "")), meant)
    }
  })

  it("with an unknown command reports nothing about its flags", () => {
    const command = new UnknownSubcommand({ subcommand: "comit", parent: ["ultragit"], suggestions: ["commit"] })
    assert.deepStrictEqual(describeProblems([command, unknownFlag("--message")], doc), [
      { message: "Unknown command: comit", hint: "Did you mean commit?" }
    ])
  })

  it("takes what follows an unknown flag for its value", () => {
    const command = new UnknownSubcommand({ subcommand: "x", parent: ["ultragit"], suggestions: ["ci"] })
    assert.deepStrictEqual(describeProblems([unknownFlag("--message"), command], doc), [
      { message: "Unknown flag: --message" }
    ])
  })
})

describe("help", () => {
  it("fills the width, aligns its columns and names choices once", () => {
    const text = formatHelp(doc, { colors: false, width: 60 })
    assert.strictEqual(
      text,
      [
        "DESCRIPTION",
        "  Why this code is as it is, said in a sentence that is",
        "  longer than the terminal is wide",
        "",
        "USAGE",
        "  ultragit read [flags] <path>",
        "",
        "ARGUMENTS",
        "  path...  File",
        "",
        "FLAGS",
        "  --max-tokens N       Budget",
        "  --format, -f FORMAT  json or plain",
        "  --level LEVEL        How much (choices: low, high)",
        "  --a-name-that-is-far-too-long VALUE",
        "                       Its text goes below",
        "",
        "COMMANDS",
        "  status  Its state",
        "",
        "GLOBAL FLAGS",
        "  --help, -h         Show this help",
        "  --log-level LEVEL  Minimum log level on standard error:",
        "                     debug, info, warn (default), error or",
        "                     none",
        "",
        "EXAMPLES",
        "  # A file",
        "  ultragit read a.ts",
        "",
        "  ultragit read b.ts"
      ].join("\n")
    )
  })

  it("has colors only on request, and the same text without them", () => {
    const colored = formatHelp(doc, { colors: true, width: 60 })
    assert.include(colored, "\u001b[32m--max-tokens\u001b[39m \u001b[2mN\u001b[22m       Budget")
    assert.strictEqual(
      // oxlint-disable-next-line no-control-regex
      colored.replaceAll(/\u001b\[\d*m/g, ""),
      formatHelp(doc, { colors: false, width: 60 })
    )
  })
})
