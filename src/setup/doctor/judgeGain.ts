import { Duration, Option } from "effect"
import { type AuxiliaryIndex, type BlameGain, gainTimeLimit } from "../../adapters/git/read/AuxiliaryIndexes.ts"
import { type Check, pass, warn } from "./Check.ts"

/** An auxiliary index is recommended where blame with it takes at most this part of its time. */
const maxRemainingTime = 0.9

/** Maximum time of a measurement, in words. */
export const timeLimit = `${Duration.toSeconds(gainTimeLimit)} s`

/** A missing or outdated auxiliary index, and the commands that write it. */
export interface Fault {
  readonly index: AuxiliaryIndex
  readonly fault: string
  readonly fixes: ReadonlyArray<string>
}

const formatMillis = (millis: number): string => `${millis.toFixed(millis < 10 ? 1 : 0)} ms`

/** The check for indexes that are missing: recommends those that pay off, with the measured gain. */
export const judgeGain = (faults: ReadonlyArray<Fault>, measured: Option.Option<BlameGain>): Check => {
  const advise = (fixable: ReadonlyArray<Fault>, gain: string) =>
    warn(
      "speed",
      `Blame is slow on this history: ${fixable.map(({ fault }) => fault).join(", and ")}; ${gain}.`,
      fixable.flatMap(({ fixes }) => fixes).join("\n")
    )
  if (Option.isNone(measured)) return advise(faults, `the gain could not be measured within ${timeLimit}`)
  const { afterMillis, beforeMillis, files, written } = measured.value
  if (Option.isNone(afterMillis)) {
    return pass("speed", "Git writes no commit-graph in shallow clones, or with grafts or replaced objects.")
  }
  const [before, after] = [formatMillis(beforeMillis), formatMillis(afterMillis.value)]
  const blame = `git blame of ${files === 1 ? "one file" : `${files} files`} takes`
  if (afterMillis.value > beforeMillis * maxRemainingTime) {
    return pass("speed", `Nothing to gain: ${blame} ${before}, and ${after} with a ${written.join(" and a ")}.`)
  }
  const percent = Math.round(100 * (1 - afterMillis.value / beforeMillis))
  return advise(
    faults.filter(({ index }) => written.includes(index)),
    `fixed, ${blame} ${after} instead of ${before}, ${percent} % less, as measured here`
  )
}
