import process from "node:process"
import { DateTime, Effect, Option, type Schema } from "effect"
import { CommitIndex } from "../../../commitIndex/service/CommitIndex.ts"
import { ArgumentInvalid, CommitsError } from "../../../commitIndex/model/CommitsError.ts"
import { FreshnessTimeout } from "../../../commitIndex/service/Freshness.ts"
import {
  commitContract,
  patchContract,
  searchContract,
  similarContract,
  touchesContract
} from "../../../toolsets/commits/contracts.ts"
import { RawPatches } from "../../../commitIndex/service/RawPatches.ts"
import { parseSince } from "../../../domain/Since.ts"
import { type Format, outputSurface, printText, resolveFormat } from "../../kit/answer.ts"
import { writeError, writeOutput } from "../../kit/output.ts"
import { pageOutput } from "../../kit/pager.ts"
import { optionalField, usageError } from "../../kit/query.ts"
import { renderCommit, renderSearch, renderSimilar, renderTouches } from "../../render/commits.ts"
import type { Line } from "../../render/Line.ts"
import { patchForTerminal } from "../../render/patch.ts"
import { linesAsMarkdown } from "../../render/print.ts"

interface FormatInput {
  readonly format: Format
  readonly json: boolean
}

interface FilterInput extends FormatInput {
  readonly since: Option.Option<string>
  readonly until: Option.Option<string>
  readonly repoNames: ReadonlyArray<string>
  readonly author: Option.Option<string>
  readonly branch: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly cursor: Option.Option<string>
  readonly maxTokens: Option.Option<number>
}

interface NamedInput extends FormatInput {
  readonly repository: string
  readonly sha: Option.Option<string>
}

/** Returns the repository and commit that the arguments name: `NAME SHA` or `NAME:SHA`. */
const parseNamed = Effect.fnUntraced(function* (command: string, { repository, sha }: NamedInput) {
  if (Option.isSome(sha)) return { repo: repository, sha: sha.value }
  const colon = repository.lastIndexOf(":")
  if (colon <= 0 || colon === repository.length - 1) {
    return yield* usageError(`commits ${command}`, "Missing required argument: sha")
  }
  return { repo: repository.slice(0, colon), sha: repository.slice(colon + 1) }
})

interface ShowInput extends NamedInput {
  readonly maxTokens: Option.Option<number>
}

/** A command asks once, so it waits longer than a server to learn how fresh the index is. */
const waitForFreshness = Effect.provideService(FreshnessTimeout, "2 seconds")

/** Parses the time of a flag to seconds since 1970, which it also accepts as such, like the tools. */
const parseTime = Effect.fnUntraced(function* (name: string, text: Option.Option<string>) {
  if (Option.isNone(text)) return Option.none<number>()
  const now = yield* DateTime.now
  const seconds = /^\d{9,11}$/.test(text.value) ? Option.some(Number(text.value)) : parseSince(text.value, now)
  if (Option.isSome(seconds)) return seconds
  const expected = "a day such as 2025-01-31, a time such as '2 weeks ago', or Unix seconds"
  return yield* new CommitsError({ reason: new ArgumentInvalid({ name, expected, value: text.value }) })
})

/** Converts the flags to the filters of the tools. */
const resolveFilters = Effect.fnUntraced(function* (input: FilterInput) {
  return {
    ...optionalField("since", yield* parseTime("--since", input.since)),
    ...optionalField("until", yield* parseTime("--until", input.until)),
    ...(input.repoNames.length === 0 ? {} : { repos: input.repoNames }),
    ...optionalField("author", input.author),
    ...optionalField("branch", input.branch),
    ...optionalField("cursor", input.cursor),
    ...optionalField("limit", input.limit),
    ...optionalField("max_tokens", input.maxTokens)
  }
})

/** Prints an answer; its JSON equals the answer of the contract's tool, byte for byte. */
const printFormatted = <A>(
  input: FormatInput,
  contract: { readonly output: Schema.ConstraintCodec<A, unknown> },
  answer: A,
  lines: (answer: A) => ReadonlyArray<Line>
) =>
  printText(
    input,
    contract.output,
    answer,
    Effect.map(outputSurface, (surface) => linesAsMarkdown(lines(answer), surface))
  )

interface SearchInput extends FilterInput {
  readonly query: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly similar: boolean
}

/** Prints the answer of `search`, or with `--similar` of `search_semantic`. */
export const printSearch = Effect.fn("Cli.commitsSearch")(function* (input: SearchInput) {
  const query = input.query.join(" ")
  const paths = input.paths.length === 0 ? {} : { paths: input.paths }
  const index = yield* CommitIndex
  const question = { query, ...paths, ...(yield* resolveFilters(input)) }
  if (input.similar) {
    return yield* printFormatted(input, similarContract, yield* waitForFreshness(index.similar(question)), (found) =>
      renderSimilar(query, found)
    )
  }
  const answer = yield* waitForFreshness(index.search(question))
  yield* printFormatted(input, searchContract, answer, (found) => renderSearch(query, found))
})

/** Prints the answer of `touches`. */
export const printTouches = Effect.fn("Cli.commitsTouches")(function* (input: FilterInput & { readonly path: string }) {
  const index = yield* CommitIndex
  const answer = yield* waitForFreshness(index.touches({ path_glob: input.path, ...(yield* resolveFilters(input)) }))
  yield* printFormatted(input, touchesContract, answer, (found) => renderTouches(input.path, found))
})

/** Prints the answer of `get_commit`. */
export const printCommit = Effect.fn("Cli.commitsShow")(function* (input: ShowInput) {
  const index = yield* CommitIndex
  const budget = optionalField("max_tokens", input.maxTokens)
  const answer = yield* index.commit({ ...(yield* parseNamed("show", input)), ...budget })
  yield* printFormatted(input, commitContract, answer, renderCommit)
})

interface PatchFlags extends NamedInput {
  readonly maxBytes: Option.Option<number>
  readonly offset: Option.Option<number>
  readonly path: Option.Option<string>
}

/** Prints the patch itself, and on standard error the offset of its next part. With JSON, the answer of `get_patch`. */
export const printPatch = Effect.fn("Cli.commitsPatch")(function* (input: PatchFlags) {
  const question = {
    ...(yield* parseNamed("patch", input)),
    ...optionalField("max_bytes", input.maxBytes),
    ...optionalField("offset", input.offset),
    ...optionalField("path", input.path)
  }
  if (resolveFormat(input) !== "markdown") {
    const answer = yield* Effect.flatMap(CommitIndex, (index) => index.patch(question))
    return yield* printFormatted(input, patchContract, answer, () => [])
  }
  const { bytes, end, total } = yield* Effect.flatMap(RawPatches, (patches) => patches.part(question))
  const { colors } = yield* outputSurface
  yield* process.stdout.isTTY ? pageOutput(patchForTerminal(bytes, colors)) : writeOutput(bytes)
  if (end < total) yield* writeError(`Cut at byte ${end} of ${total}. The rest: --offset ${end}\n`)
})
