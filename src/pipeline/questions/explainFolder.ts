import { Array as Arrays, type Duration, Effect, Order } from "effect"
import { isAsidePath, isCopyPath } from "../../domain/pathConventions.ts"
import type { ExplainedUnit } from "../answering/answers.ts"
import { fitUnits } from "../answering/fitEvidence.ts"
import type { Question } from "../answering/Question.ts"

/** A file of a folder. */
export interface FolderFile {
  readonly path: string
  /** Number of its units. */
  readonly units: number
  /** Commits that explain units. */
  readonly evidence: ReadonlyArray<ExplainedUnit>
}

/** Maximum files of a folder that are explained by history, because each takes a blame. */
const maxFiles = 20
/** Number of files explained concurrently. After each batch it is checked whether the answer can hold more. */
const batchSize = 4
/** Quotes with a reason that one file adds to the answer as long as others can be explained. */
const maxQuotesOfFile = 3

/** The subfolder of a folder that a path is in; empty for what is in the folder itself. */
const subfolderOf = (folder: string, path: string): string => {
  const below = path.slice(folder === "" ? 0 : folder.length + 1)
  return below.slice(0, Math.max(0, below.indexOf("/")))
}

/**
 * Orders the files of a folder that have units: the project's own code before tests, examples and copies, and in turn one
 * file of each subfolder, those with the most units first.
 */
const orderFiles = <A extends FolderFile>(folder: string, files: ReadonlyArray<A>): ReadonlyArray<A> => {
  const before = new Map<string, number>()
  return files
    .filter(({ units }) => units > 0)
    .toSorted((a, b) => b.units - a.units)
    .map((file) => {
      const isAside = isAsidePath(file.path) || isCopyPath(file.path)
      const subfolder = `${isAside} ${subfolderOf(folder, file.path)}`
      const turn = before.get(subfolder) ?? 0
      before.set(subfolder, turn + 1)
      return { file, isAside, turn }
    })
    .toSorted(
      Order.combine(
        Order.mapInput(Order.Boolean, ({ isAside }) => isAside),
        Order.mapInput(Order.Number, ({ turn }) => turn)
      )
    )
    .map(({ file }) => file)
}

/** Selects the quotes of a file by which it is known that the answer is full. */
const selectReasons = (units: ReadonlyArray<ExplainedUnit>): ReadonlyArray<ExplainedUnit> =>
  units.filter(({ reason }) => reason !== undefined).slice(0, maxQuotesOfFile)

/**
 * Explains files of a folder by history, in the order of {@link orderFiles}, until the answer holds no more quotes or time is
 * up. Returns the files that were explained, in that order.
 */
export const explainFolder = Effect.fn("Pipeline.explainFolder")(function* <A extends FolderFile, E, R>(
  { budget, subject }: Question,
  files: ReadonlyArray<A>,
  options: {
    /** Whether the answer has annotations. */
    readonly hasAnnotations: boolean
    readonly timeout: Duration.Duration
    /** Adds the commits that explain a file. */
    readonly explain: (file: A) => Effect.Effect<A, E, R>
  }
) {
  const explained = new Map<string, A>()
  const isFull = (): boolean => {
    const quotes = [...explained.values()].flatMap(({ evidence }) => selectReasons(evidence))
    return fitUnits(quotes, budget, options.hasAnnotations).length < quotes.length
  }
  const explainBatch = (batch: ReadonlyArray<A>) =>
    isFull()
      ? Effect.void
      : Effect.forEach(
          batch,
          (file) => Effect.tap(options.explain(file), (result) => Effect.sync(() => explained.set(file.path, result))),
          { concurrency: batchSize, discard: true }
        )
  const chosen = orderFiles(subject.path, files).slice(0, maxFiles)
  yield* Effect.forEach(Arrays.chunksOf(chosen, batchSize), explainBatch, { discard: true }).pipe(
    Effect.timeoutOption(options.timeout)
  )
  return chosen.flatMap((file) => explained.get(file.path) ?? [])
})
