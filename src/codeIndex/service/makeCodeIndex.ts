import { stat } from "node:fs/promises"
import { isAbsolute, relative, resolve } from "node:path"
import { DateTime, Duration, Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { languages } from "../../adapters/parser/languages.ts"
import type { Completion } from "../asking/complete.ts"
import { CodeReader } from "../reading/CodeReader.ts"
import { neverIndexed } from "../asking/state.ts"
import { noStatus } from "../asking/status.ts"
import { titleWordsOf } from "../asking/titleWords.ts"
import { codeDatabasePath, makeWritableCheck } from "../indexing/codeDatabase.ts"
import type { SearchAnswer, StatusAnswer } from "../model/answers.ts"
import { CodeError, FolderInvalid } from "../model/CodeError.ts"
import type { CallersQuestion, IndexInput, SearchInput, StatusInput, SymbolQuestion } from "../model/inputs.ts"
import { makeFileReasons } from "../../evidence/files/FileReasons.ts"
import { Notes } from "../../notes/Notes.ts"
import { prefetchSnapshot } from "../../notes/prefetchSnapshot.ts"
import { addReasons } from "./addReasons.ts"
import { makeCommitView } from "./commitView.ts"
import { EmptyAnswerTimeout } from "./EmptyAnswerTimeout.ts"
import { makeFreshAnswers } from "./freshAnswers.ts"
import { makeWaitFor } from "./makeWaitFor.ts"
import { readIntents } from "./readIntents.ts"
import { ReconcileTimeout } from "./ReconcileTimeout.ts"
import { type Places, withOwnPaths } from "./ownPaths.ts"
import { type Place, repositoryPlace } from "../views/place.ts"
import { IndexUpdates } from "./IndexUpdates.ts"

const neverIndexedMessage =
  "This repository was never indexed completely. Call code-scout_index; code-scout_search and other questions about code begin it, too."

const languageNames = languages.map(({ name }) => name)

const withWarnings = <A extends { readonly warnings?: ReadonlyArray<string> }>(
  answer: A,
  warnings: ReadonlyArray<string>
) => (warnings.length === 0 ? answer : { ...answer, warnings: [...warnings, ...(answer.warnings ?? [])] })

const isBelow = (root: string, path: string): boolean => {
  const below = relative(root, path)
  return below === "" || (!below.startsWith("..") && !isAbsolute(below))
}

/** A note that cannot be read costs its line, not the answer. */
const findIntents = (from: Notes["Service"], paths: ReadonlyArray<string>) =>
  readIntents(paths).pipe(
    Effect.provideService(Notes, from),
    Effect.map((found) => ({ found, warnings: [] })),
    Effect.catch((error) => {
      const warnings: ReadonlyArray<string> = [`Intents are left out: ${error.message}`]
      return Effect.succeed({ found: new Map<string, string>(), warnings })
    })
  )

/** Whether HEAD has a folder. */
const isInHead = Effect.fnUntraced(function* (folder: string) {
  const git = yield* Git
  const entry = yield* git.entry(yield* git.resolveCommit("HEAD"), folder)
  return Option.exists(entry, ({ kind }) => kind === "directory")
})

/** Size of a file in bytes, 0 if there is none. */
const sizeOf = (path: string): Effect.Effect<number> =>
  Effect.match(
    Effect.tryPromise(() => stat(path)),
    { onFailure: () => 0, onSuccess: ({ size }) => size }
  )

/** Makes `CodeIndex`. */
export const makeCodeIndex = Effect.gen(function* () {
  const [git, notes] = [yield* Git, yield* Notes]
  const upToDate = yield* IndexUpdates
  const freshAnswer = makeFreshAnswers(upToDate)
  const [reader, commitView, fileReasons] = [yield* CodeReader, yield* makeCommitView, yield* makeFileReasons]
  const databasePath = yield* codeDatabasePath
  const checkWritable = yield* makeWritableCheck
  const { readCounts, waitFor, withProgress } = yield* makeWaitFor

  const project = Effect.provideService(repositoryPlace, Git, git)
  const ownPaths = <A extends Places>(input: A) => Effect.map(project, ({ root }) => withOwnPaths(root, input))

  const fresh = <A, E, R>(question: (view: string) => Effect.Effect<A, E, R>, isEmpty: (answer: A) => boolean) =>
    Effect.flatMap(Effect.andThen(checkWritable, project), ({ view }) =>
      freshAnswer({ ask: question(view), wait: waitFor(view), isEmpty })
    )

  const search = Effect.fn("CodeIndex.search")(function* (input: SearchInput, text?: string) {
    const early = yield* Effect.provideService(prefetchSnapshot, Notes, notes)
    const history = yield* fileReasons.start
    const { root } = yield* project
    const { filters } = input
    const question = filters === undefined ? input : { ...input, filters: withOwnPaths(root, filters) }
    const words = titleWordsOf(input, text)
    const { answer, warnings } = yield* fresh(
      (view) =>
        Effect.flatMap(history.matchTitles(words), (titles) =>
          reader.request("search", { view, root, input: question, text, titles, languages: languageNames })
        ).pipe(
          Effect.catchReason("SqlError", "DatabaseMissing", () => {
            const nothing: SearchAnswer = { results: [], total: 0, index: neverIndexed }
            return Effect.succeed(nothing)
          })
        ),
      ({ results }) => results.length === 0
    )
    const intents = yield* findIntents(
      early,
      answer.results.map(({ path }) => path)
    )
    const results = yield* addReasons(history, answer.results, intents.found)
    return withWarnings({ ...answer, results }, [...warnings, ...intents.warnings])
  })

  const symbol = Effect.fn("CodeIndex.symbol")(function* (input: SymbolQuestion) {
    const question = yield* ownPaths(input)
    const { answer, warnings } = yield* fresh(
      (view) => reader.request("symbol", { view, question }),
      ({ total }) => total === 0
    )
    return withWarnings(answer, warnings)
  })

  const callers = Effect.fn("CodeIndex.callers")(function* (input: CallersQuestion) {
    const question = yield* ownPaths(input)
    const { answer, warnings } = yield* fresh(
      (view) => reader.request("callers", { view, question }),
      ({ total }) => total === 0
    )
    return withWarnings(answer, warnings)
  })

  const outline = Effect.fn("CodeIndex.outline")(function* (given: string) {
    const { path } = yield* ownPaths({ path: given })
    const { answer, warnings } = yield* fresh(
      (view) => reader.request("outline", { view, question: path }),
      () => false
    )
    return withWarnings(answer, warnings)
  })

  const complete = Effect.fn("CodeIndex.complete")(function* (completion: Completion) {
    const { view } = yield* project
    return yield* reader
      .request("complete", { view, question: completion })
      .pipe(Effect.catchReason("SqlError", "DatabaseMissing", () => Effect.succeed([])))
  })

  /** Checks that a path names a folder of the repository. The index always covers all of it. */
  const checkFolder = Effect.fnUntraced(function* ({ isCommit, root }: Place, path: string | undefined) {
    const folder = resolve(root, path ?? "")
    if (!isBelow(root, folder)) {
      return yield* new CodeError({ reason: new FolderInvalid({ path: folder, isOutside: true }) })
    }
    const isFolder = isCommit
      ? folder === root || (yield* Effect.provideService(isInHead(relative(root, folder)), Git, git))
      : Option.exists(yield* Effect.option(Effect.tryPromise(() => stat(folder))), (found) => found.isDirectory())
    if (!isFolder) {
      return yield* new CodeError({ reason: new FolderInvalid({ path: folder, isOutside: false }) })
    }
    return folder
  })

  const index = Effect.fn("CodeIndex.index")(function* (input: IndexInput) {
    const place = yield* project
    const { view } = place
    const path = yield* checkFolder(place, input.path)
    if (input.background ?? true) {
      yield* upToDate.start(input.force ?? false)
      const state = yield* readCounts(view)
      return { path, status: "started" as const, files: state.files, changed: 0, parsed: 0, index: state }
    }
    const { changed, files, parsed } = yield* withProgress(view, upToDate.run(input.force ?? false))
    const state = yield* readCounts(view)
    return { path, status: "completed" as const, files, changed, parsed, index: state }
  })

  const status = Effect.fn("CodeIndex.status")(function* (input: StatusInput) {
    const place = yield* project
    const { view } = place
    const path = yield* checkFolder(place, input.path)
    const found = yield* reader
      .request("status", view)
      .pipe(Effect.catchReason("SqlError", "DatabaseMissing", () => Effect.succeed(noStatus)))
    const [size, logSize] = yield* Effect.all([sizeOf(databasePath), sizeOf(`${databasePath}-wal`)])
    const lastError = yield* upToDate.lastError
    const isRunning = yield* upToDate.isRunning
    return {
      projectPath: path,
      databasePath,
      status: isRunning ? "indexing" : "idle",
      filesIndexed: found.filesIndexed,
      lastIndexed: found.indexedAt === null ? null : DateTime.formatIso(DateTime.makeUnsafe(found.indexedAt * 1000)),
      languages: found.languages,
      indexSize: size + logSize,
      index: found.index,
      details: found.details,
      errors: found.errors,
      ...(found.warnings.length === 0 ? {} : { warnings: found.warnings }),
      ...(Option.isNone(lastError) ? {} : { lastError: lastError.value }),
      ...(found.indexedAt === null && !isRunning ? { message: neverIndexedMessage } : {})
    } satisfies StatusAnswer
  })

  const refreshed = Effect.gen(function* () {
    yield* checkWritable
    const { root, view } = yield* project
    const begun = yield* upToDate.begin
    // What is found in a part of the project would pass for all of it: a command waits without end.
    const ofQuestions = Duration.fromInputUnsafe(yield* ReconcileTimeout)
    const timeout = Duration.max(ofQuestions, Duration.fromInputUnsafe(yield* EmptyAnswerTimeout))
    const { warnings } = yield* waitFor(view)(begun, timeout)
    return { root, view, warnings }
  })

  return { refreshed, fresh, ownPaths, commitView, search, symbol, callers, outline, complete, index, status }
})
