import { Effect } from "effect"

export type Unit = "ms" | "MB" | "bytes" | ""

/** Statistics of one contender's samples. */
export interface Figure {
  readonly unit: Unit
  readonly median: number
  /** First quartile. */
  readonly low: number
  /** Third quartile. */
  readonly high: number
  /** 95th percentile; with few rounds, the maximum. */
  readonly late: number
  readonly rounds: number
}

/** The goal of a row, from DESIGN. All given limits must hold. */
export interface Goal {
  /** Maximum ratio of our median to the yardstick's. */
  readonly ratio?: number
  /** Maximum of our median, in its unit. */
  readonly max?: number
  /** Minimum of our median, in its unit. */
  readonly min?: number
}

/** One line of the report: our figure, and that of the yardstick if there is one. */
export interface Row {
  readonly what: string
  readonly ours: Figure
  readonly yardstick?: { readonly what: string; readonly figure: Figure }
  readonly goal?: Goal
}

/**
 * Estimates a quantile by Hyndman and Fan's eighth definition: interpolates between samples, and is approximately
 * median-unbiased for any distribution.
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

/** Returns the ratio of our median to the yardstick's; undefined without a yardstick. */
export const ratioOf = ({ ours, yardstick }: Row): number | undefined =>
  yardstick === undefined ? undefined : ours.median / yardstick.figure.median

/** Whether the row reaches its goal; undefined without a goal. */
export const reached = (row: Row): boolean | undefined => {
  if (row.goal === undefined) return undefined
  const { max = Number.POSITIVE_INFINITY, min = Number.NEGATIVE_INFINITY, ratio } = row.goal
  const { median } = row.ours
  const isRatioReached = ratio === undefined || (ratioOf(row) ?? Number.NaN) <= ratio
  return isRatioReached && median <= max && median >= min
}

/** The times of two contenders, in milliseconds. */
export interface Duel {
  readonly ours: Figure
  readonly theirs: Figure
}

/** Makes the row of two contenders. */
export const rowOf = (what: string, { ours, theirs }: Duel, against: string, goal?: Goal): Row => ({
  what,
  ours,
  yardstick: { what: against, figure: theirs },
  ...(goal === undefined ? {} : { goal })
})

const warmUps = 2
/** After this time, no further round starts once the minimum is reached. */
const maxMeasuringMillis = 8_000

/** Makes a function that says whether enough rounds are done: `maxRounds`, or `minRounds` if they take too long. */
export const makeWatch = (maxRounds: number, minRounds: number): ((done: number) => boolean) => {
  const started = performance.now()
  return (done) => done >= maxRounds || (done >= minRounds && performance.now() - started > maxMeasuringMillis)
}

/**
 * Runs two contenders in turn, alternating which is first, so that other load on the machine affects both equally. Each
 * returns its own time. Discards the first rounds. Slow contenders get fewer rounds, but at least three.
 */
export const compareInTurn = Effect.fnUntraced(function* <E, R>(
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

/** Runs an effect and returns its time in milliseconds. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    const started = performance.now()
    return Effect.map(effect, () => performance.now() - started)
  })
