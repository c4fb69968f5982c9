import { Context, Effect, Layer, type Scope } from "effect"
import type { GitError } from "../../adapters/git/GitError.ts"
import type { SqlError } from "../../adapters/sql/SqlError.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Indexer } from "../indexing/Indexer.ts"
import type {
  CallersAnswer,
  IndexAnswer,
  OutlineAnswer,
  SearchAnswer,
  StatusAnswer,
  SymbolAnswer
} from "../model/answers.ts"
import type { CodeError } from "../model/CodeError.ts"
import type { CallersQuestion, IndexInput, SearchInput, StatusInput, SymbolQuestion } from "../model/inputs.ts"
import type { Completion } from "../asking/complete.ts"
import { CodeReader } from "../reading/CodeReader.ts"
import type { FreshAnswer } from "./freshAnswers.ts"
import type { Places } from "./ownPaths.ts"
import { IndexUpdates } from "./IndexUpdates.ts"

/** Every expected failure of a question. */
export type CodeIndexError = CodeError | SqlError | GitError

/** A view of the index that was brought up to date. */
export interface RefreshedView {
  /** Name of the view. */
  readonly view: string
  /** Absolute path of the folder with its files. */
  readonly root: string
  /** What is missing or may be outdated. */
  readonly warnings: ReadonlyArray<string>
}

const codeIndexLayer = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./makeCodeIndex.ts")),
    ({ makeCodeIndex }) => Layer.effect(CodeIndex, makeCodeIndex)
  )
)

/**
 * Questions to the code index of a repository (spec code). Each first brings the index up to date, for as long as
 * `ReconcileTimeout`, and for `EmptyAnswerTimeout` more where it would be answered with nothing; what takes longer goes on in the
 * background, and the answer's `index` says what is missing.
 */
export class CodeIndex extends Context.Service<
  CodeIndex,
  {
    /** Brings the index up to date, as before a question about all of it, and names the view to ask. */
    readonly refreshed: Effect.Effect<RefreshedView, CodeIndexError>
    /**
     * Answers a question to the view of the work tree, by the view's name, from an index that is up to date. Asks at once where it
     * was so last, and again if it is not, so the question must have no effects. `isEmpty`: whether an answer says nothing.
     */
    fresh<A, E, R>(
      question: (view: string) => Effect.Effect<A, E, R>,
      isEmpty: (answer: A) => boolean
    ): Effect.Effect<FreshAnswer<A>, E | CodeIndexError, R>
    /** Takes the root of the work tree from absolute paths of a question, which may be followed by a name. */
    ownPaths<A extends Places>(input: A): Effect.Effect<A, CodeIndexError>
    /**
     * Indexes a commit beside the work tree, whatever is checked out; the view ends with the scope. `commit`: its full id.
     */
    commitView(commit: ObjectId): Effect.Effect<RefreshedView, CodeIndexError, Scope.Scope>
    /** Finds files by tags, best first. `text`: what the tags are taken from, which files may have as it is. */
    search(input: SearchInput, text?: string): Effect.Effect<SearchAnswer, CodeIndexError>
    /** Finds definitions by name. */
    symbol(question: SymbolQuestion): Effect.Effect<SymbolAnswer, CodeIndexError>
    /** Finds what refers to definitions. */
    callers(question: CallersQuestion): Effect.Effect<CallersAnswer, CodeIndexError>
    /** Lists the definitions of a file, by its path from the root. */
    outline(path: string): Effect.Effect<OutlineAnswer, CodeIndexError>
    /** Lists paths or names of definitions that begin with a text. */
    complete(completion: Completion): Effect.Effect<ReadonlyArray<string>, CodeIndexError>
    /** Brings the index up to date, by default in the background. A second call joins the first. */
    index(input: IndexInput): Effect.Effect<IndexAnswer, CodeIndexError>
    /** Says what is indexed, without changing it. */
    status(input: StatusInput): Effect.Effect<StatusAnswer, CodeIndexError>
  }
>()("ultragit/codeIndex/service/CodeIndex") {
  /** Indexes and reads on the calling thread. */
  static readonly layer = codeIndexLayer.pipe(Layer.provide([IndexUpdates.layer, Indexer.layer, CodeReader.layer]))

  /** Indexes and reads on threads of their own, for servers. */
  static readonly layerApart = codeIndexLayer.pipe(
    Layer.provide([IndexUpdates.layerApart, Indexer.layerApart, CodeReader.layerApart])
  )
}
