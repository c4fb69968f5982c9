import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { UseGit } from "../GitContract.ts"
import type { HistoryCommit } from "../history.ts"
import { scaled, slow } from "../scale.ts"
import { makeRepository } from "../TemporaryRepository.ts"
import { blamedLines, referenceBlame } from "./referenceBlame.ts"
import { remembering } from "./remembering.ts"

/** Deterministic pseudo-random numbers (a linear congruential generator). */
const makeDice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

interface Branch {
  readonly at: number
  readonly path: string
  readonly lines: ReadonlyArray<string>
}

/** A few words, so that lines repeat and edits overlap. */
const editLines = (lines: ReadonlyArray<string>, roll: (sides: number) => number): ReadonlyArray<string> => {
  const place = roll(lines.length + 1)
  const fresh = Array.from({ length: roll(4) }, () => ["{", "}", "return x", "", `value ${roll(50)}`][roll(5)] ?? "")
  return lines.toSpliced(place, roll(4), ...fresh)
}

const text = (lines: ReadonlyArray<string>) => lines.map((line) => `${line}\n`).join("")

/** A history of one file by some branches that edit, rename, revert and merge. */
const randomHistory = (seed: number) => {
  const roll = makeDice(seed)
  const start = Array.from({ length: 30 }, (_, n) => `line ${n}`)
  const history: Array<HistoryCommit> = [{ message: "root", files: { "f0.txt": text(start) } }]
  const past: Array<Branch> = [{ at: 0, path: "f0.txt", lines: start }]
  for (let n = 1; n < 40; n += 1) {
    const from = past[roll(3) === 0 ? roll(past.length) : past.length - 1] ?? { at: 0, path: "f0.txt", lines: start }
    const other = past[roll(past.length)] ?? from
    const kind = roll(8)
    const path = kind === 0 ? `f${n}.txt` : from.path
    const lines = kind === 1 ? other.lines : editLines(from.lines, roll)
    const merged = kind === 2 && other.at !== from.at ? [other.at] : []
    // Removes the file under the other name that a parent added: one file at a time.
    const gone = merged.length > 0 && other.path !== path ? { [other.path]: null } : {}
    const moved = path === from.path ? {} : { [from.path]: null }
    history.push({
      message: `commit ${n}`,
      parents: [from.at, ...merged],
      files: { ...gone, ...moved, [path]: text(lines) }
    })
    past.push({ at: n, path, lines })
  }
  const last = past.at(-1) ?? { at: 0, path: "f0.txt", lines: start }
  return { history, last, edited: text(editLines(editLines(last.lines, roll), roll)) }
}

/** Random histories, compared with the answers of git. */
export const randomContract = (use: UseGit) =>
  describe("random histories", () => {
    const seeds = Array.from({ length: scaled(3, 12) }, (_, n) => n + 1)
    for (const seed of seeds) {
      it.effect(
        `are reported as by git (${seed})`,
        () =>
          Effect.gen(function* () {
            const { edited, history, last } = randomHistory(seed)
            const repository = remembering(yield* makeRepository())
            const ids = yield* repository.importHistory(history)
            const commit = yield* repository.id("HEAD")
            const { lines, path } = last
            yield* use(repository.directory, (git) =>
              Effect.gen(function* () {
                const blamed = yield* git.blame({ commit, path, contents: Option.none() })
                assert.deepStrictEqual(blamedLines(blamed), yield* referenceBlame(repository, [commit, "--", path]))
                const contents = Option.some<Uint8Array>(Buffer.from(edited))
                const onTop = yield* git.blame({ commit, path, contents })
                const reference = yield* referenceBlame(repository, ["--contents", "-", "--", path], edited)
                assert.deepStrictEqual(blamedLines(onTop), reference)
                for (const start of [1, Math.ceil(lines.length / 2), lines.length - 1]) {
                  const range = { start, end: Math.min(start + 5, lines.length) }
                  const changes = yield* git.lineHistory({ commit, path, lines: range })
                  const byGit = yield* repository.git(["log", "-s", "--format=%H", `-L${start},${range.end}:${path}`])
                  assert.deepStrictEqual(
                    changes.map((change) => change.commit),
                    byGit.split("\n")
                  )
                }
                const whole = yield* git.lineHistory({ commit, path, lines: { start: 1, end: lines.length } })
                for (const change of whole) {
                  const shown = yield* repository.git(["show", `${change.commit}:${change.path}`])
                  const length = shown.split("\n").length
                  assert.isTrue(change.ranges.every(({ end, start }) => start >= 1 && start <= end && end <= length))
                }
                const changes = yield* git.fileHistory(commit, path)
                const followed = yield* repository.git(["log", "--follow", "--format=%H", "--", path])
                assert.deepStrictEqual(
                  changes.map((change) => change.commit),
                  followed.split("\n")
                )
                const newest = yield* repository.git(["rev-list", "-1", "HEAD", "--", path])
                assert.deepStrictEqual<unknown>(yield* git.lastChange(commit, path), Option.some(newest))
                const ancestors = yield* repository.git(["rev-list", "HEAD"])
                assert.deepStrictEqual(
                  [...(yield* git.reachable(ids, commit))].toSorted(),
                  ancestors.split("\n").toSorted()
                )
              })
            )
          }),
        seed === 1 ? {} : slow
      )
    }
  })
