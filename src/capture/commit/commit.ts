import { Effect, Option, Random, Result } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { annotate } from "../../writing/annotate/annotate.ts"
import { annotateCommit, previewWarnings } from "../../writing/annotate/annotateCommit.ts"
import { readCurrentNote } from "../../writing/annotate/writeAnnotation.ts"
import { carryRewrites } from "../../rewrite/carry/carry.ts"
import { clearContext, workTreeFiles, readContext, writePrivately } from "../../writing/context/contextFile.ts"
import { contextFromEnvironment, isDisabled } from "../../writing/context/environment.ts"
import {
  encodeContext,
  type CommitContext,
  isEmpty,
  mergeContexts,
  emptyContext
} from "../../writing/context/CommitContext.ts"
import { runWorker } from "../worker/worker.ts"
import { checkTexts } from "../../writing/context/checkTexts.ts"
import { followRewrites } from "../../writing/drafts/followRewrites.ts"
import { addContext } from "./addContext.ts"

/** A commit to make and its annotation; the caller has checked both. */
interface CommitInput {
  /** Arguments for git, unchanged. */
  readonly args: ReadonlyArray<string>
  /** Whether the arguments amend a commit. */
  readonly amend: boolean
  readonly context: CommitContext
  /** In the format of `annotate`. */
  readonly annotation: Option.Option<unknown>
}

/** Result of a commit. */
interface CommitOutcome {
  /** Exit code of git. */
  readonly exitCode: number
  /** The new commit and the number of regions in its note; none if there is no commit or no note. */
  readonly noted: Option.Option<{ readonly commit: ObjectId; readonly regions: number }>
  /** Problems with the note; they do not affect the commit. */
  readonly warnings: ReadonlyArray<string>
}

interface LeftContext {
  readonly context: CommitContext
  /** The content of the context file, if the context comes from it. */
  readonly stored: Option.Option<CommitContext>
}

/** Collects messages about the annotation of a commit. */
class Warnings {
  /** What went wrong, one sentence each. */
  readonly problems: Array<string> = []
  /** Other things that the author should know. */
  readonly notices: Array<string> = []

  /** Runs an effect. If it fails, returns none and records the problem. */
  readonly orWarn = <A, E extends Failure, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<Option.Option<A>, never, R> =>
    Effect.map(Effect.result(effect), (result) => {
      if (Result.isSuccess(result)) return Option.some(result.success)
      const { details = [], message } = result.failure
      this.problems.push([message, ...details].join(" "))
      return Option.none<A>()
    })
}

/** Reads the context left for this commit: from the context file, or else from the environment. */
const readLeftContext = Effect.fnUntraced(function* (warnings: Warnings) {
  const stored = Option.flatten(yield* warnings.orWarn(readContext))
  const left = Option.isSome(stored)
    ? stored
    : Option.flatten(yield* warnings.orWarn(contextFromEnvironment(yield* GitEnvironment)))
  const context = Option.getOrElse(left, () => emptyContext)
  const checked = yield* warnings.orWarn(checkTexts(context, { allowSecret: context.allow_secret }))
  return { context: Option.isSome(checked) ? context : emptyContext, stored } satisfies LeftContext
})

/** Makes the name of a context file that is passed only to the hooks of this commit. */
const makePrivateName = Effect.map(
  Random.nextIntBetween(0, 2 ** 48, { halfOpen: true }),
  (number) => `commit-${number.toString(36)}.json`
)

/** What the author states about the commit, on the command line or before. */
interface CommitStatement {
  readonly context: CommitContext
  readonly annotation: Option.Option<unknown>
}

/** The context for the hooks; empty if there is an annotation, because that will contain it. */
const contextForHooks = ({ annotation, context }: CommitStatement): CommitContext =>
  Option.isSome(annotation) ? emptyContext : context

/** Options with which git succeeds without making a commit; git accepts abbreviations. */
const dryRunOption = /^--(?:dry|short|porc|long)/

const resolveHead = Effect.gen(function* () {
  const git = yield* Git
  return yield* Effect.option(git.resolveCommit("HEAD"))
})

/** Clears the context file after the commit, unless it has changed since it was read. */
const clearUsedContext = Effect.fnUntraced(function* (used: Option.Option<CommitContext>) {
  if (Option.isNone(used)) return
  const now = yield* readContext
  if (Option.isSome(now) && encodeContext(now.value) === encodeContext(used.value)) yield* clearContext
})

interface MadeCommit {
  readonly before: Option.Option<ObjectId>
  readonly commit: ObjectId
  /** Whether the hooks claimed the context and queued the work for the worker. */
  readonly claimed: boolean
}

const writeContextNote = Effect.fnUntraced(function* (commit: ObjectId, context: CommitContext, warnings: Warnings) {
  const outcome = Option.flatten(yield* warnings.orWarn(annotateCommit(commit, Option.some(context))))
  if (Option.isSome(outcome)) warnings.notices.push(...outcome.value.warnings)
})

/** Writes the annotation with the context added; only the context if the annotation is invalid. */
const writeGivenAnnotation = Effect.fnUntraced(function* (
  commit: ObjectId,
  { annotation, context }: CommitStatement,
  warnings: Warnings
) {
  if (Option.isNone(annotation)) return
  const given = addContext(annotation.value, context)
  const outcome = yield* warnings.orWarn(annotate({ given, commit, partial: true, allowSecret: context.allow_secret }))
  if (Option.isNone(outcome)) yield* writeContextNote(commit, context, warnings)
  else {
    warnings.problems.push(...outcome.value.left_out)
    warnings.notices.push(...outcome.value.warnings)
  }
})

/** Annotates the new commit, and records problems as warnings. */
const annotateCommitMade = Effect.fnUntraced(function* (
  made: MadeCommit,
  statement: CommitStatement,
  amend: boolean,
  warnings: Warnings
) {
  const { before, claimed, commit } = made
  if (claimed) {
    const worked = yield* warnings.orWarn(runWorker({ wait: true }))
    if (Option.isNone(worked)) {
      warnings.problems.push("The reasons wait in the queue of hook events. To write them: ultragit hook run")
      return
    }
    // The worker writes its warnings to its log only, so compute them again.
    const notices = yield* warnings.orWarn(previewWarnings(commit, contextForHooks(statement)))
    warnings.notices.push(...Option.getOrElse(notices, () => []))
    if (worked.value.failed > 0) {
      warnings.problems.push("Processing the hook events failed. Run ultragit status for the reason.")
    }
  } else {
    // In the order of the hooks: carrying needs the note whose intent is the subject line.
    yield* writeContextNote(commit, contextForHooks(statement), warnings)
    if (amend && Option.isSome(before) && before.value !== commit) {
      const pairs = [{ from: before.value, to: commit }]
      yield* warnings.orWarn(carryRewrites(pairs, "amend"))
      yield* warnings.orWarn(followRewrites(pairs))
    }
  }
  yield* writeGivenAnnotation(commit, statement, warnings)
})

const countNotedRegions = (commit: ObjectId) =>
  Effect.map(Effect.orElseSucceed(readCurrentNote(commit), Option.none), (current) =>
    Option.map(Option.flatMap(current, Result.getSuccess), ({ recorded }) => ({
      commit,
      regions: recorded.regions.length
    }))
  )

/** Runs git with the context in a file for its hooks. Returns whether the hooks claimed the file. */
const runGit = Effect.fnUntraced(function* (args: ReadonlyArray<string>, statement: CommitStatement) {
  const files = yield* workTreeFiles
  const writes = yield* GitWrites
  const name = yield* makePrivateName
  yield* writePrivately(files, name, encodeContext(contextForHooks(statement)))
  return yield* Effect.gen(function* () {
    const exitCode = yield* writes.commit(args, { ULTRAGIT_CONTEXT: files.pathOf(name) })
    const claimed = Option.isNone(yield* Effect.orElseSucceed(files.stat(name), Option.none))
    return { exitCode, claimed }
  }).pipe(Effect.ensuring(Effect.ignore(files.remove(name))))
})

const commitOnly = (input: CommitInput) =>
  Effect.gen(function* () {
    const writes = yield* GitWrites
    const exitCode = yield* writes.commit(input.args, {})
    const outcome: CommitOutcome = { exitCode, noted: Option.none(), warnings: [] }
    return outcome
  })

/**
 * Runs `git commit` and annotates the new commit (spec writing §1): through the hooks if they are installed, else
 * directly. If git makes no commit, the context file is kept. Problems with the note are warnings.
 */
export const commit = Effect.fn("Authoring.commit")(function* (input: CommitInput) {
  const git = yield* Git
  const repository = yield* Effect.option(git.repository)
  if (Option.isNone(repository) || isDisabled(yield* GitEnvironment)) return yield* commitOnly(input)
  const warnings = new Warnings()
  const left = yield* readLeftContext(warnings)
  const statement: CommitStatement = {
    context: mergeContexts(input.context, left.context),
    annotation: input.annotation
  }
  const before = yield* resolveHead
  const { claimed, exitCode } = yield* runGit(input.args, statement)
  const after = yield* resolveHead
  // An amend without changes within the same second produces the same commit id.
  const isMoved = Option.getOrUndefined(before) !== Option.getOrUndefined(after)
  const isMade = isMoved || claimed || (input.amend && !input.args.some((argument) => dryRunOption.test(argument)))
  if (exitCode !== 0 || Option.isNone(after) || !isMade) {
    return { exitCode, noted: Option.none(), warnings: [] } satisfies CommitOutcome
  }
  yield* annotateCommitMade({ before, commit: after.value, claimed }, statement, input.amend, warnings)
  yield* warnings.orWarn(clearUsedContext(left.stored))
  const noted = yield* countNotedRegions(after.value)
  const isSaid = !isEmpty(statement.context) || Option.isSome(statement.annotation)
  if (isSaid && Option.isNone(noted) && warnings.problems.length === 0) warnings.problems.push("No note was written.")
  const advice = `The commit was made. To annotate it manually: ultragit annotate --commit ${after.value.slice(0, 10)}`
  const outcome: CommitOutcome = {
    exitCode,
    noted,
    warnings: [...warnings.notices, ...(warnings.problems.length === 0 ? [] : [...warnings.problems, advice])]
  }
  return outcome
})
