import { Option } from "effect"
import type { GivenFacts } from "../../../writing/context/givenFacts.ts"
import { type ContextOption, toCommitContext, contextOptionNames } from "./contextOptions.ts"

/** The arguments of `ultragit commit`, taken apart: ours, and git's in their order. */
export interface CommitArguments extends GivenFacts {
  readonly annotation: Option.Option<string>
  readonly git: ReadonlyArray<string>
  /** Whether git is told to amend. */
  readonly amend: boolean
  /** Ours that lack a value, one sentence each. */
  readonly problems: ReadonlyArray<string>
}

const ownOptionNames = [...contextOptionNames, "annotation"] as const
type OwnOptionName = (typeof ownOptionNames)[number]

/** Options of `git commit` whose value is the next argument unless it hangs on them. */
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
/** Letters of the same, and those whose value, if any, is the rest of the argument. */
const lettersWithValue = "mFCct"
const lettersWithAttachedValue = "uS"

const parseOwnOption = (
  argument: string
): { readonly name: OwnOptionName; readonly value: string | undefined } | undefined => {
  const [, word, , value] = /^--([a-z]+)(=([\s\S]*))?$/.exec(argument) ?? []
  const name = ownOptionNames.find((one) => one === word)
  return name === undefined ? undefined : { name, value }
}

/** Whether an option of git's takes the argument behind it; long names may be cut short, as git has it. */
const takesNextArgument = (argument: string): boolean => {
  if (argument.startsWith("--")) {
    return (
      argument.length > 3 &&
      !argument.includes("=") &&
      gitOptionsWithValue.some((name) => name.startsWith(argument.slice(2)))
    )
  }
  if (!argument.startsWith("-")) return false
  for (let index = 1; index < argument.length; index += 1) {
    const letter = argument[index] ?? ""
    if (lettersWithValue.includes(letter)) return index === argument.length - 1
    if (lettersWithAttachedValue.includes(letter)) return false
  }
  return false
}

const isAmend = (argument: string): boolean => argument.length >= 4 && "--amend".startsWith(argument)

/** Collects what is ours while git's arguments pass. */
class ArgumentSplitter {
  readonly git: Array<string> = []
  readonly problems: Array<string> = []
  readonly facts: Array<ContextOption> = []
  annotation: string | undefined
  amend = false
  allowSecret = false

  own(name: OwnOptionName, value: string | undefined): void {
    if (value === undefined) this.problems.push(`--${name} lacks a value.`)
    else if (name === "annotation") this.annotation = value
    else this.facts.push({ name, value })
  }

  /** Takes the argument at a position; how many were taken. */
  take(args: ReadonlyArray<string>, index: number): number {
    const argument = args[index] ?? ""
    const own = parseOwnOption(argument)
    if (own !== undefined) {
      this.own(own.name, own.value ?? args[index + 1])
      return own.value === undefined ? 2 : 1
    }
    if (argument === "--allow-secret") {
      this.allowSecret = true
      return 1
    }
    const count = takesNextArgument(argument) ? 2 : 1
    this.amend ||= isAmend(argument)
    this.git.push(...args.slice(index, index + count))
    return count
  }
}

/** Takes the arguments behind `ultragit commit` apart. Values of git's options and all behind `--` are git's. */
export const parseCommitArguments = (args: ReadonlyArray<string>): CommitArguments => {
  const apart = new ArgumentSplitter()
  let index = 0
  while (index < args.length && args[index] !== "--") index += apart.take(args, index)
  return {
    ...toCommitContext(apart.facts),
    annotation: Option.fromNullishOr(apart.annotation),
    allowSecret: apart.allowSecret,
    git: [...apart.git, ...args.slice(index)],
    amend: apart.amend,
    problems: apart.problems
  }
}

/** Whether the arguments ask for our help: before `--`, and not as the value of an option. */
export const isHelpRequested = (args: ReadonlyArray<string>): boolean => {
  const { git } = parseCommitArguments(args)
  for (let index = 0; index < git.length && git[index] !== "--"; index += takesNextArgument(git[index] ?? "") ? 2 : 1) {
    if (git[index] === "--help" || git[index] === "-h") return true
  }
  return false
}
