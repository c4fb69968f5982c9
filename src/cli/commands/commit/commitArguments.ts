import { Option } from "effect"
import type { GivenFacts } from "../../../writing/context/givenFacts.ts"
import { type OwnOption, givenIn, ownNames } from "./factsArguments.ts"

/** The arguments of `ultragit commit`, taken apart: ours, and git's in their order. */
export interface CommitArguments extends GivenFacts {
  readonly annotation: Option.Option<string>
  readonly git: ReadonlyArray<string>
  /** Whether git is told to amend. */
  readonly amend: boolean
  /** Ours that lack a value, one sentence each. */
  readonly problems: ReadonlyArray<string>
}

const ours = [...ownNames, "annotation"] as const
type Ours = (typeof ours)[number]

/** Options of `git commit` whose value is the next argument unless it hangs on them. */
const valued = [
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
const valuedLetters = "mFCct"
const gluedLetters = "uS"

const oursIn = (argument: string): { readonly name: Ours; readonly value: string | undefined } | undefined => {
  const [, word, , value] = /^--([a-z]+)(=([\s\S]*))?$/.exec(argument) ?? []
  const name = ours.find((one) => one === word)
  return name === undefined ? undefined : { name, value }
}

/** Whether an option of git's takes the argument behind it; long names may be cut short, as git has it. */
const takesNext = (argument: string): boolean => {
  if (argument.startsWith("--")) {
    return argument.length > 3 && !argument.includes("=") && valued.some((name) => name.startsWith(argument.slice(2)))
  }
  if (!argument.startsWith("-")) return false
  for (let index = 1; index < argument.length; index += 1) {
    const letter = argument[index] ?? ""
    if (valuedLetters.includes(letter)) return index === argument.length - 1
    if (gluedLetters.includes(letter)) return false
  }
  return false
}

const isAmend = (argument: string): boolean => argument.length >= 4 && "--amend".startsWith(argument)

/** Collects what is ours while git's arguments pass. */
class Apart {
  readonly git: Array<string> = []
  readonly problems: Array<string> = []
  readonly facts: Array<OwnOption> = []
  annotation: string | undefined
  amend = false
  allowSecret = false

  own(name: Ours, value: string | undefined): void {
    if (value === undefined) this.problems.push(`--${name} lacks a value.`)
    else if (name === "annotation") this.annotation = value
    else this.facts.push({ name, value })
  }

  /** Takes the argument at a position; how many were taken. */
  take(args: ReadonlyArray<string>, index: number): number {
    const argument = args[index] ?? ""
    const own = oursIn(argument)
    if (own !== undefined) {
      this.own(own.name, own.value ?? args[index + 1])
      return own.value === undefined ? 2 : 1
    }
    if (argument === "--allow-secret") {
      this.allowSecret = true
      return 1
    }
    const count = takesNext(argument) ? 2 : 1
    this.amend ||= isAmend(argument)
    this.git.push(...args.slice(index, index + count))
    return count
  }
}

/** Takes the arguments behind `ultragit commit` apart. Values of git's options and all behind `--` are git's. */
export const takeApart = (args: ReadonlyArray<string>): CommitArguments => {
  const apart = new Apart()
  let index = 0
  while (index < args.length && args[index] !== "--") index += apart.take(args, index)
  return {
    ...givenIn(apart.facts),
    annotation: Option.fromNullishOr(apart.annotation),
    allowSecret: apart.allowSecret,
    git: [...apart.git, ...args.slice(index)],
    amend: apart.amend,
    problems: apart.problems
  }
}

/** Whether the arguments ask for our help: before `--`, and not as the value of an option. */
export const asksForHelp = (args: ReadonlyArray<string>): boolean => {
  const { git } = takeApart(args)
  for (let index = 0; index < git.length && git[index] !== "--"; index += takesNext(git[index] ?? "") ? 2 : 1) {
    if (git[index] === "--help" || git[index] === "-h") return true
  }
  return false
}
