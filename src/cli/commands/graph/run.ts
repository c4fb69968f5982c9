import { Effect, type Option, type Schema } from "effect"
import type { Git } from "../../../adapters/git/Git.ts"
import { CodeGraph, type CodeGraphError } from "../../../codeGraph/service/CodeGraph.ts"
import type { EvolutionInput } from "../../../codeGraph/model/inputs.ts"
import type { GraphQueryInput, TraceInput } from "../../../codeIndex/model/graphInputs.ts"
import { searchText } from "../../../toolsets/code/text.ts"
import {
  architectureContract,
  evolutionContract,
  fileContract,
  hotspotsContract,
  impactContract,
  queryContract,
  searchContract,
  traceContract
} from "../../../toolsets/graph/contracts.ts"
import {
  architectureText,
  evolutionText,
  hotspotsText,
  impactText,
  queryText,
  traceText
} from "../../../toolsets/graph/text.ts"
import { type Format, printText } from "../../kit/answer.ts"
import { toRootNode, toRootPath, toRootPathOption } from "../../kit/paths.ts"
import { namingCommands } from "../../kit/nameCommands.ts"
import { optionalField } from "../../kit/query.ts"
import { withWorkProgress } from "../../kit/workProgress.ts"

interface FormatInput {
  readonly format: Format
  readonly json: boolean
}

/** Asks with a progress bar, and prints the answer. Its JSON equals the structured content of the tool. */
const print = Effect.fnUntraced(function* <A>(
  input: FormatInput,
  contract: { readonly output: Schema.ConstraintCodec<A, unknown> },
  ask: (graph: CodeGraph["Service"]) => Effect.Effect<A, CodeGraphError, Git>,
  text: (answer: A) => string
) {
  const answer = yield* namingCommands(withWorkProgress(Effect.flatMap(CodeGraph, ask)))
  yield* printText(input, contract.output, answer, Effect.succeed(text(answer)))
})

interface PageFlags extends FormatInput {
  readonly limit: number
  readonly offset: number
}

/** Prints a list of nodes, or their counts. */
export const printQuery = Effect.fn("Cli.graphQuery")(
  (
    input: PageFlags & {
      readonly type: GraphQueryInput["query_type"]
      readonly name: Option.Option<string>
      readonly path: Option.Option<string>
    }
  ) =>
    print(
      input,
      queryContract,
      (graph) =>
        Effect.flatMap(toRootPathOption(input.path), (path) =>
          graph.query({
            query_type: input.type,
            limit: input.limit,
            offset: input.offset,
            ...optionalField("name", input.name),
            ...optionalField("path", path)
          })
        ),
      queryText
    )
)

/** Prints what refers to a node, or what it refers to. */
export const printNextTo = Effect.fn("Cli.graphNextTo")(
  (query_type: "callers" | "callees", input: PageFlags & { readonly name: string }) =>
    print(
      input,
      queryContract,
      (graph) =>
        Effect.flatMap(toRootNode(input.name), (name) =>
          graph.query({ query_type, name, limit: input.limit, offset: input.offset })
        ),
      queryText
    )
)

/** Prints the answer of `graph trace`. */
export const printTrace = Effect.fn("Cli.graphTrace")(
  (
    input: FormatInput & {
      readonly name: string
      readonly direction: NonNullable<TraceInput["direction"]>
      readonly kind: NonNullable<TraceInput["kind"]>
      readonly depth: number
      readonly limit: number
    }
  ) =>
    print(
      input,
      traceContract,
      ({ trace }) =>
        Effect.flatMap(toRootNode(input.name), (name) =>
          trace({ name, direction: input.direction, kind: input.kind, max_depth: input.depth, limit: input.limit })
        ),
      traceText
    )
)

/** Prints the answer of `graph impact`. */
export const printImpact = Effect.fn("Cli.graphImpact")(
  (input: FormatInput & { readonly target: string; readonly name: Option.Option<string> }) =>
    print(
      input,
      impactContract,
      (graph) =>
        Effect.flatMap(toRootPath(input.target), (target) =>
          graph.impact({ target, ...optionalField("name", input.name) })
        ),
      impactText
    )
)

/** Prints the answer of `graph architecture`. */
export const printArchitecture = Effect.fn("Cli.graphArchitecture")((input: FormatInput) =>
  print(input, architectureContract, (graph) => graph.architecture, architectureText)
)

interface LineFlags extends FormatInput {
  readonly start: Option.Option<number>
  readonly end: Option.Option<number>
}

/** Prints a file. */
export const printFile = Effect.fn("Cli.graphFile")((input: LineFlags & { readonly path: string }) =>
  print(
    input,
    fileContract,
    (graph) =>
      Effect.flatMap(toRootPath(input.path), (path) =>
        graph.file({
          file_path: path,
          ...optionalField("start_line", input.start),
          ...optionalField("end_line", input.end)
        })
      ),
    ({ content }) => content
  )
)

/** Prints the answer of `graph evolution`. */
export const printEvolution = Effect.fn("Cli.graphEvolution")(
  (
    input: LineFlags & {
      readonly type: EvolutionInput["query_type"]
      readonly file: Option.Option<string>
      readonly name: Option.Option<string>
      readonly limit: number
    }
  ) =>
    print(
      input,
      evolutionContract,
      (graph) =>
        Effect.flatMap(toRootPathOption(input.file), (file) =>
          graph.evolution({
            query_type: input.type,
            limit: input.limit,
            ...optionalField("file", file),
            ...optionalField("name", input.name),
            ...optionalField("line_start", input.start),
            ...optionalField("line_end", input.end)
          })
        ),
      evolutionText
    )
)

/** Prints the answer of `graph hotspots`. */
export const printHotspots = Effect.fn("Cli.graphHotspots")(
  (input: FormatInput & { readonly path: Option.Option<string>; readonly limit: number }) =>
    print(
      input,
      hotspotsContract,
      (graph) =>
        Effect.flatMap(toRootPathOption(input.path), (path) =>
          graph.hotspots({ limit: input.limit, ...optionalField("path", path) })
        ),
      hotspotsText
    )
)

/** Prints the answer of `graph search`. */
export const printSearch = Effect.fn("Cli.graphSearch")(
  (input: FormatInput & { readonly words: ReadonlyArray<string>; readonly limit: Option.Option<number> }) =>
    Effect.gen(function* () {
      const started = performance.now()
      yield* print(
        input,
        searchContract,
        (graph) => graph.search({ query: input.words.join(" "), ...optionalField("top_k", input.limit) }),
        (answer) => searchText(answer, performance.now() - started)
      )
    })
)
