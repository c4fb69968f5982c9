import { Effect, Option } from "effect"
import type { BlameHunk } from "../../adapters/git/Git.ts"
import type { Dependency, Freshness } from "../answering/Freshness.ts"
import { dependenciesOnOthers } from "../answering/entries.ts"
import type { Question } from "../answering/Question.ts"
import { orWarn } from "../subject/orWarn.ts"
import type { Scope } from "../subject/Scope.ts"
import { findFreshness, type Located } from "./freshness.ts"
import { readScopeText } from "./moveCandidates.ts"
import { findTargets } from "./targets.ts"

/** Replaces a failure by a warning where git lacks the code as it was. */
const orUnknown = <A>({ subject }: Question, unknown: A) =>
  orWarn({
    commit: subject.commit,
    isExpected: ({ reason }) => reason._tag !== "HeadMoved",
    instead: Effect.succeed(unknown),
    warn: (detail) => `Whether noted code has changed since is unknown: ${detail}`
  })

/** Says what became of regions, and of what they rely on, since their notes (spec evidence). */
export const findChangesSince = Effect.fn("Pipeline.findChangesSince")(function* <R extends Located>(
  question: Question,
  scope: Scope,
  hunks: ReadonlyArray<BlameHunk>,
  regions: ReadonlyArray<R>
) {
  const current = { scope, texts: readScopeText(question, scope).texts, hunks }
  const none = regions.map(() => Option.none<Freshness>())
  const untargeted = regions.map(({ region }): ReadonlyArray<Dependency> => dependenciesOnOthers(region))
  const [freshness, dependencies] = yield* Effect.all(
    [
      orUnknown(question, none)(findFreshness(current, regions)),
      orUnknown(question, untargeted)(findTargets(question, current, regions))
    ],
    { concurrency: 2 }
  )
  return {
    shown: regions.map((each, at) => ({
      ...each,
      freshness: freshness.value[at] ?? Option.none(),
      dependencies: dependencies.value[at] ?? []
    })),
    warnings: [...freshness.warnings, ...dependencies.warnings]
  }
})
