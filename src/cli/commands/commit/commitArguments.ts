import { Option } from "effect"
import type { ContextOptions } from "../../../writing/context/parseContextOptions.ts"
import { findMisspelledOption } from "./misspelledOption.ts"
import { type ContextOption, toCommitContext, contextOptionNames } from "./contextOptions.ts"

/** The arguments of `ultragit commit`: our own options parsed, git's in their order. */
export interface CommitArguments extends ContextOptions {
  readonly annotation: Option.Option<string>
  readonly git: ReadonlyArray<string>
  /** Whether git's options include `--amend`. */
  readonly amend: boolean
  /** One sentence for each of our options that is misspelled or lacks a value. */
  readonly problems: ReadonlyArray<string>
}

const ownOptionNames = [...contextOptionNames, "annotation"] as const
type OwnOptionName = (typeof ownOptionNames)[number]

/** Long options of `git commit` whose value is the next argument unless `=` attaches it. */
const gitOptionsWithValue = [
  "message",
  "file",
  "reuse-message",
  "reedit-message",
  "fixup",
  "squash",
  "author",
  "date",
  "template",
  "trailer",
  "cleanup",
  "pathspec-from-file"
]
/** Short options with a value: in the next argument or attached, and only ever attached. */
const lettersWithValue = "mFCct"
const lettersWithAttachedValue = "uS"

const parseOwnOption = (
  argument: string
): { readonly name: OwnOptionName; readonly value: string | undefined } | undefined => {
  const found = /^--([a-z]+)(?:=([\s\S]*))?$/.exec(argument)
  const name = ownOptionNames.find((one) => one === found?.[1])
  return name === undefined ? undefined : { name, value: found?.[2] }
}

/** Whether the next argument is the value of this option of git, whose long names may be abbreviated. */
const takesNextArgument = (argument: string): boolean => {
  if (argument.startsWith("--")) {
    return (
      argument.length > 3 &&
      !argument.includes("=") &&
      gitOptionsWithValue.some((name) => name.startsWith(argument.slice(2)))
    )
  }
  if (!argument.startsWith("-")) return false
  const letters = argument.slice(1).split("")
  const at = letters.findIndex((letter) => `${lettersWithValue}${lettersWithAttachedValue}`.includes(letter))
  return at === letters.length - 1 && lettersWithValue.includes(argument.slice(-1))
}

const formatOption = (argument: string): string => argument.replace(/=[^]*$/, "")

const isAmend = (argument: string): boolean => argument.length >= 4 && "--amend".startsWith(argument)

/** Splits the arguments into our options and git's. */
class ArgumentSplitter {
  readonly git: Array<string> = []
  readonly problems: Array<string> = []
  readonly contextOptions: Array<ContextOption> = []
  annotation: string | undefined
  amend = false
  allowSecret = false

  own(name: OwnOptionName, value: string | undefined): void {
    if (value === undefined) this.problems.push(`--${name} lacks a value.`)
    else if (name === "annotation") this.annotation = value
    else this.contextOptions.push({ name, value })
  }

  /** Consumes an argument and, if that is its value, the next. Returns how many it consumed. */
  take(argument: string, next: string | undefined): number {
    const own = parseOwnOption(argument)
    if (own !== undefined) {
      this.own(own.name, own.value ?? next)
      return own.value === undefined ? 2 : 1
    }
    if (argument === "--allow-secret") {
      this.allowSecret = true
      return 1
    }
    const meant = findMisspelledOption(argument)
    if (meant !== undefined) this.problems.push(`${formatOption(argument)} is no option. Did you mean ${meant}?`)
    const hasValue = takesNextArgument(argument)
    this.amend ||= isAmend(argument)
    this.git.push(argument, ...(hasValue && next !== undefined ? [next] : []))
    return hasValue ? 2 : 1
  }
}

/** Parses the arguments after `ultragit commit`. The values of git's options and everything after `--` are git's. */
export const parseCommitArguments = (args: ReadonlyArray<string>): CommitArguments => {
  const splitter = new ArgumentSplitter()
  let end = 0
  for (const [index, argument] of args.entries()) {
    if (index < end) continue
    if (argument === "--") break
    end = index + splitter.take(argument, args[index + 1])
  }
  return {
    ...toCommitContext(splitter.contextOptions),
    annotation: Option.fromNullishOr(splitter.annotation),
    allowSecret: splitter.allowSecret,
    git: [...splitter.git, ...args.slice(end)],
    amend: splitter.amend,
    problems: splitter.problems
  }
}

/** Whether the arguments contain `--help` or `-h` before `--`, other than as the value of an option. */
export const isHelpRequested = (args: ReadonlyArray<string>): boolean => {
  const { git } = parseCommitArguments(args)
  let isValue = false
  for (const argument of git) {
    if (!isValue && argument === "--") return false
    if (!isValue && (argument === "--help" || argument === "-h")) return true
    isValue = !isValue && takesNextArgument(argument)
  }
  return false
}
