import { Effect } from "effect"

/** Times of one contender in one run, in milliseconds. */
export interface Times {
  readonly median: number
  readonly p95: number
  readonly rounds: number
}

/** One line of the report: ours beside what it is measured against. */
export interface Row {
  readonly what: string
  readonly ours: Times
  readonly against: string
  readonly theirs: Times
  /** What DESIGN sets as the goal, in words. */
  readonly reach: string
}

/** A figure that is no comparison of times. */
export interface Fact {
  readonly what: string
  readonly value: string
  readonly reach: string
}

export interface Findings {
  readonly rows: ReadonlyArray<Row>
  readonly facts: ReadonlyArray<Fact>
}

const quantile = (sorted: ReadonlyArray<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

export const timesOf = (samples: ReadonlyArray<number>): Times => {
  const sorted = samples.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), rounds: sorted.length }
}

const warmUps = 2

/**
 * Runs two contenders in turn, changing who goes first, so that what else the machine does hits both alike. Each gives
 * its own time; the first rounds do not count.
 */
export const versus = Effect.fnUntraced(function* <E, R>(
  rounds: number,
  ours: Effect.Effect<number, E, R>,
  theirs: Effect.Effect<number, E, R>
) {
  const samples = { ours: Array.of<number>(), theirs: Array.of<number>() }
  for (let round = -warmUps; round < rounds; round += 1) {
    const first = round % 2 === 0 ? yield* ours : yield* theirs
    const second = round % 2 === 0 ? yield* theirs : yield* ours
    if (round < 0) continue
    samples.ours.push(round % 2 === 0 ? first : second)
    samples.theirs.push(round % 2 === 0 ? second : first)
  }
  return { ours: timesOf(samples.ours), theirs: timesOf(samples.theirs) }
})
