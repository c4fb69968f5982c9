import { Effect, Option, Random, Result } from "effect"
import type { Failure } from "../../domain/Failure.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitEnvironment } from "../../adapters/git/GitEnvironment.ts"
import { GitWrites } from "../../adapters/git/GitWrites.ts"
import { annotate } from "../../writing/annotate/annotate.ts"
import { annotateCommit, warningsOfFacts } from "../../writing/annotate/annotateCommit.ts"
import { noteNow } from "../../writing/annotate/writeAnnotation.ts"
import { carryRewrites } from "../../rewrite/carry/carry.ts"
import { clearContext, ownFiles, readContext, writePrivately } from "../../writing/context/contextFile.ts"
import { factsFromEnvironment, isDisabled } from "../../writing/context/environment.ts"
import { encodeFacts, type Facts, isEmpty, mergeFacts, noFacts } from "../../writing/context/Facts.ts"
import { runWorker } from "../worker/worker.ts"
import { checkTexts } from "../../writing/context/checkTexts.ts"
import { withFacts } from "./withFacts.ts"

/** A commit to be made, and what is said of it; both checked before. */
export interface CommitInput {
  /** For git, untouched. */
  readonly args: ReadonlyArray<string>
  /** Whether they tell git to amend. */
  readonly amend: boolean
  readonly facts: Facts
  /** As `annotate` takes it. */
  readonly annotation: Option.Option<unknown>
}

/** How it ended. */
export interface CommitOutcome {
  /** Git's own. */
  readonly exitCode: number
  /** The commit made, and how many regions its note has; none without commit or note. */
  readonly noted: Option.Option<{ readonly commit: ObjectId; readonly regions: number }>
  /** What did not go as wished with the note; the commit stands. */
  readonly warnings: ReadonlyArray<string>
}

interface Left {
  readonly facts: Facts
  /** The context file they come from. */
  readonly context: Option.Option<Facts>
}

/** Gathers what there is to say beside the commit. */
class Warnings {
  /** What went wrong, a sentence each. */
  readonly said: Array<string> = []
  /** What one should know although nothing went wrong. */
  readonly notices: Array<string> = []

  /** The effect's value; none, and a warning, where it fails. */
  readonly unless = <A, E extends Failure, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<Option.Option<A>, never, R> =>
    Effect.map(Effect.result(effect), (result) => {
      if (Result.isSuccess(result)) return Option.some(result.success)
      const { details = [], message } = result.failure
      this.said.push([message, ...details].join(" "))
      return Option.none<A>()
    })
}

/** What was left for this commit before: the context file, or the environment where there is none. */
const leftBefore = Effect.fnUntraced(function* (warnings: Warnings) {
  const read = yield* warnings.unless(readContext)
  const context = Option.flatten(read)
  const said = Option.isSome(context)
    ? context
    : Option.flatten(yield* warnings.unless(factsFromEnvironment(yield* GitEnvironment)))
  const facts = Option.getOrElse(said, () => noFacts)
  const checked = yield* warnings.unless(checkTexts(facts, { allowSecret: facts.allow_secret }))
  return { facts: Option.isSome(checked) ? facts : noFacts, context } satisfies Left
})

/** A name for facts that only the hooks of this commit know. */
const privateName = Effect.map(
  Random.nextIntBetween(0, 2 ** 48, { halfOpen: true }),
  (number) => `commit-${number.toString(36)}.json`
)

/** What is said of the commit, by the command and before it. */
interface Spoken {
  readonly facts: Facts
  readonly annotation: Option.Option<unknown>
}

/** What goes to whoever annotates the commit by its difference alone. */
const forHooks = ({ annotation, facts }: Spoken): Facts => (Option.isSome(annotation) ? noFacts : facts)

/** Options with which git makes no commit and still ends well. */
const dry = /^--(?:dry|short|porc|long)/

const headNow = Effect.gen(function* () {
  const git = yield* Git
  return yield* Effect.option(git.resolveCommit("HEAD"))
})

/** The context file is used up by the commit, unless somebody has left another one meanwhile. */
const consume = Effect.fnUntraced(function* (context: Option.Option<Facts>) {
  if (Option.isNone(context)) return
  const now = yield* readContext
  if (Option.isSome(now) && encodeFacts(now.value) === encodeFacts(context.value)) yield* clearContext
})

interface Made {
  readonly before: Option.Option<ObjectId>
  readonly commit: ObjectId
  /** Whether hooks took the facts and left the work to the worker. */
  readonly claimed: boolean
}

const noteFacts = Effect.fnUntraced(function* (commit: ObjectId, facts: Facts, warnings: Warnings) {
  const outcome = Option.flatten(yield* warnings.unless(annotateCommit(commit, Option.some(facts))))
  if (Option.isSome(outcome)) warnings.notices.push(...outcome.value.warnings)
})

/** The annotation with the facts in it; where nothing of it can be used, the facts alone. */
const noteAnnotation = Effect.fnUntraced(function* (
  commit: ObjectId,
  { annotation, facts }: Spoken,
  warnings: Warnings
) {
  if (Option.isNone(annotation)) return
  const given = withFacts(annotation.value, facts)
  const outcome = yield* warnings.unless(annotate({ given, commit, partial: true, allowSecret: facts.allow_secret }))
  if (Option.isNone(outcome)) yield* noteFacts(commit, facts, warnings)
  else {
    warnings.said.push(...outcome.value.left_out)
    warnings.notices.push(...outcome.value.warnings)
  }
})

/** Notes what is said of the commit that was made, as far as it can. */
const note = Effect.fnUntraced(function* (made: Made, spoken: Spoken, amend: boolean, warnings: Warnings) {
  const { before, claimed, commit } = made
  if (claimed) {
    const worked = yield* warnings.unless(runWorker({ wait: true }))
    // The worker says in its log what it warns of.
    const notices = yield* warnings.unless(warningsOfFacts(commit, forHooks(spoken)))
    warnings.notices.push(...Option.getOrElse(notices, () => []))
    if (Option.exists(worked, ({ failed }) => failed > 0)) {
      warnings.said.push("The hooks' work failed; ultragit status tells why.")
    }
  } else {
    // In the order of the hooks: what is carried knows the subject line that stands for an intent.
    yield* noteFacts(commit, forHooks(spoken), warnings)
    if (amend && Option.isSome(before) && before.value !== commit) {
      yield* warnings.unless(carryRewrites([{ from: before.value, to: commit }], "amend"))
    }
  }
  yield* noteAnnotation(commit, spoken, warnings)
})

const regionsNoted = (commit: ObjectId) =>
  Effect.map(Effect.orElseSucceed(noteNow(commit), Option.none), (current) =>
    Option.map(Option.flatMap(current, Result.getSuccess), ({ recorded }) => ({
      commit,
      regions: recorded.regions.length
    }))
  )

/** Runs git with the facts in a file that its hooks take, and says whether they did. */
const runGit = Effect.fnUntraced(function* (args: ReadonlyArray<string>, spoken: Spoken) {
  const files = yield* ownFiles
  const writes = yield* GitWrites
  const name = yield* privateName
  yield* writePrivately(files, name, encodeFacts(forHooks(spoken)))
  return yield* Effect.gen(function* () {
    const exitCode = yield* writes.commit(args, { ULTRAGIT_CONTEXT: files.pathOf(name) })
    const claimed = Option.isNone(yield* Effect.orElseSucceed(files.stat(name), Option.none))
    return { exitCode, claimed }
  }).pipe(Effect.ensuring(Effect.ignore(files.remove(name))))
})

const plainly = (input: CommitInput) =>
  Effect.gen(function* () {
    const writes = yield* GitWrites
    const exitCode = yield* writes.commit(input.args, {})
    const outcome: CommitOutcome = { exitCode, noted: Option.none(), warnings: [] }
    return outcome
  })

/**
 * Lets git commit and notes what is said of the commit (spec writing §1): by the hooks where there are some, here where
 * there are none. A commit that git does not make uses nothing up. Whatever goes wrong with the note is a warning.
 */
export const commit = Effect.fn("Authoring.commit")(function* (input: CommitInput) {
  const git = yield* Git
  const repository = yield* Effect.option(git.repository)
  if (Option.isNone(repository) || isDisabled(yield* GitEnvironment)) return yield* plainly(input)
  const warnings = new Warnings()
  const left = yield* leftBefore(warnings)
  const spoken: Spoken = { facts: mergeFacts(input.facts, left.facts), annotation: input.annotation }
  const before = yield* headNow
  const { claimed, exitCode } = yield* runGit(input.args, spoken)
  const after = yield* headNow
  // An amend within the same second that changes nothing makes the same commit again.
  const isMoved = Option.getOrUndefined(before) !== Option.getOrUndefined(after)
  const isMade = isMoved || claimed || (input.amend && !input.args.some((argument) => dry.test(argument)))
  if (exitCode !== 0 || Option.isNone(after) || !isMade) {
    return { exitCode, noted: Option.none(), warnings: [] } satisfies CommitOutcome
  }
  yield* note({ before, commit: after.value, claimed }, spoken, input.amend, warnings)
  yield* warnings.unless(consume(left.context))
  const noted = yield* regionsNoted(after.value)
  const isSaid = !isEmpty(spoken.facts) || Option.isSome(spoken.annotation)
  if (isSaid && Option.isNone(noted) && warnings.said.length === 0) warnings.said.push("Nothing was noted.")
  const advice = `The commit stands. To annotate it by hand: ultragit annotate --commit ${after.value.slice(0, 10)}`
  const told: CommitOutcome = {
    exitCode,
    noted,
    warnings: [...warnings.notices, ...(warnings.said.length === 0 ? [] : [...warnings.said, advice])]
  }
  return told
})
