import type { Failure } from "../../domain/Failure.ts"

/** Inputs of tools, and what gives them on the command line. */
const flags = new Map([
  ["author", "--author"],
  ["context_level", "--context-level"],
  ["cursor", "--cursor"],
  ["depth", "--depth"],
  ["filters.language", "--language"],
  ["limit", "--limit"],
  ["max_bytes", "--max-bytes"],
  ["max_depth", "--depth"],
  ["max_regions", "--max-regions"],
  ["max_tokens", "--max-tokens"],
  ["min_confidence", "--min-confidence"],
  ["offset", "--offset"],
  ["path_glob", "path"],
  ["paths", "--path"],
  ["since", "--since"],
  ["tags", "--tags"],
  ["top_k", "--limit"],
  ["until", "--until"]
])

/** What sentences about tools say, and what they say of commands. */
const sentences: ReadonlyArray<readonly [ofTools: string, ofCommands: string]> = [
  ["Limit must be between", "--limit must be between"],
  ['such as ["auth", "session"].', "such as: auth session"],
  ["gb_list_repos lists", "ultragit gitblit list lists"],
  ["give startLine and endLine.", "give --start and --end."],
  ["startLine must be at least", "--start must be at least"],
  ["endLine must not be before startLine:", "--end must not be before --start:"],
  ["start_line is not after end_line.", "--start is not after --end."],
  ["ultragit_deps lists", "ultragit deps lists"],
  ["Paths are relative to the repository root.", "Paths are relative to the working directory or the repository root."],
  [
    "path of a file from the root of the repository.",
    "path of a file from the working directory or the repository root."
  ],
  ["Paths start at the root of the repository;", "Paths start at the working directory or the repository root;"]
]

const nameFlag = (text: string): string =>
  text.replace(
    /^(Invalid value for |)([a-z]+(?:[._][a-z]+)*)(?=: | must be )/,
    (written, before: string, input: string) => {
      const flag = flags.get(input)
      return flag === undefined ? written : `${before}${flag}`
    }
  )

const nameIn = (text: string): string =>
  nameFlag(sentences.reduce((named, [ofTools, ofCommands]) => named.replace(ofTools, ofCommands), text))

/** Names flags and commands in a failure, where those of a tool name its inputs and other tools. */
export const nameFlags = ({ code, details, hint, message }: Failure): Failure => ({
  code,
  message: nameIn(message),
  hint: hint === undefined ? undefined : nameIn(hint),
  details: details?.map(nameIn)
})
