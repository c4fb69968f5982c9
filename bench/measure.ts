import { Effect } from "effect"

export type Unit = "ms" | "MB" | "bytes" | ""

/** What one contender took, over all rounds. */
export interface Figure {
  readonly unit: Unit
  readonly median: number
  /** The quartiles: half of all rounds lie between them. */
  readonly low: number
  readonly high: number
  /** 95 of 100 rounds are below; with few rounds the slowest of them. */
  readonly late: number
  readonly rounds: number
}

/** What DESIGN wants of a row; all that is named must hold. */
export interface Goal {
  /** The most our median may be of the yardstick's. */
  readonly ratio?: number
  /** The most our median may be, in its unit. */
  readonly most?: number
  /** The least our median may be. */
  readonly least?: number
}

/** One line of the report: ours, beside what it is measured against where there is such a thing. */
export interface Row {
  readonly what: string
  readonly ours: Figure
  readonly yardstick?: { readonly what: string; readonly figure: Figure }
  readonly goal?: Goal
}

/**
 * The value below which that part of what is sampled lies, by Hyndman and Fan's eighth definition: between two samples
 * where it falls between them, without bias towards either whatever is sampled.
 */
export const quantile = (samples: ReadonlyArray<number>, part: number): number => {
  const sorted = samples.toSorted((a, b) => a - b)
  const place = Math.min(Math.max((sorted.length + 1 / 3) * part + 1 / 3, 1), sorted.length)
  const below = sorted[Math.floor(place) - 1] ?? Number.NaN
  const above = sorted[Math.ceil(place) - 1] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

export const figureOf = (samples: ReadonlyArray<number>, unit: Unit = "ms"): Figure => ({
  unit,
  median: quantile(samples, 0.5),
  low: quantile(samples, 0.25),
  high: quantile(samples, 0.75),
  late: quantile(samples, 0.95),
  rounds: samples.length
})

/** Our median in parts of the yardstick's; undefined where there is none. */
export const ratioOf = ({ ours, yardstick }: Row): number | undefined =>
  yardstick === undefined ? undefined : ours.median / yardstick.figure.median

/** Whether the row is as DESIGN wants it; undefined where it wants nothing. */
export const reached = (row: Row): boolean | undefined => {
  if (row.goal === undefined) return undefined
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, ratio } = row.goal
  const { median } = row.ours
  const near = ratio === undefined || (ratioOf(row) ?? Number.NaN) <= ratio
  return near && median <= most && median >= least
}

/** The times of both contenders, in milliseconds. */
export interface Duel {
  readonly ours: Figure
  readonly theirs: Figure
}

/** A row of two contenders. */
export const rowOf = (what: string, { ours, theirs }: Duel, against: string, goal?: Goal): Row => ({
  what,
  ours,
  yardstick: { what: against, figure: theirs },
  ...(goal === undefined ? {} : { goal })
})

const warmUps = 2
/** Milliseconds after which no further round starts. */
const patience = 8_000

/** Whether so many rounds are enough: all that are wanted, or the fewest that will do when they take long. */
export const makeWatch = (wanted: number, fewest: number): ((done: number) => boolean) => {
  const started = performance.now()
  return (done) => done >= wanted || (done >= fewest && performance.now() - started > patience)
}

/**
 * Runs two contenders in turn, changing who goes first, so that what else the machine does hits both alike. Each gives
 * its own time; the first rounds do not count. Slow contenders get fewer rounds, three at least.
 */
export const versus = Effect.fnUntraced(function* <E, R>(
  rounds: number,
  ours: Effect.Effect<number, E, R>,
  theirs: Effect.Effect<number, E, R>
) {
  const samples = { ours: Array.of<number>(), theirs: Array.of<number>() }
  const isEnough = makeWatch(rounds, 3)
  for (let round = -Math.min(warmUps, rounds - 1); !isEnough(round); round += 1) {
    const first = round % 2 === 0 ? yield* ours : yield* theirs
    const second = round % 2 === 0 ? yield* theirs : yield* ours
    if (round < 0) continue
    samples.ours.push(round % 2 === 0 ? first : second)
    samples.theirs.push(round % 2 === 0 ? second : first)
  }
  return { ours: figureOf(samples.ours), theirs: figureOf(samples.theirs) } satisfies Duel
})

/** Milliseconds that an effect takes. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    const started = performance.now()
    return Effect.map(effect, () => performance.now() - started)
  })
