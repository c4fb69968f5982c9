import { Effect, Option } from "effect"
import type { BlameHunk } from "../../../src/adapters/git/Git.ts"
import type { TemporaryRepository } from "../TemporaryRepository.ts"

/** One blamed line: commit, origin line, line. */
export interface BlamedLine {
  readonly commit: string | undefined
  readonly path: string
  readonly originLine: number
  readonly line: number
}

/** `git blame --line-porcelain`, line by line: every line carries all its headers. */
export const referenceBlame = (
  repository: TemporaryRepository,
  args: ReadonlyArray<string>,
  stdin?: Uint8Array | string
): Effect.Effect<ReadonlyArray<BlamedLine>> =>
  Effect.map(repository.git(["blame", "--line-porcelain", ...args], { stdin }), (output) => {
    const lines: Array<BlamedLine> = []
    let head: RegExpExecArray | null = null
    for (const text of output.split("\n")) {
      head ??= /^([0-9a-f]{40,64}) (\d+) (\d+)/.exec(text)
      if (text.startsWith("\t")) head = null
      else if (head !== null && text.startsWith("filename ")) {
        const [, id = "", originLine, line] = head
        lines.push({
          commit: /^0+$/.test(id) ? undefined : id,
          path: text.slice("filename ".length),
          originLine: Number(originLine),
          line: Number(line)
        })
      }
    }
    return lines
  })

/** Splits hunks into lines. */
export const blamedLines = (hunks: ReadonlyArray<BlameHunk>): ReadonlyArray<BlamedLine> =>
  hunks.flatMap((hunk) =>
    Array.from({ length: hunk.lines.end - hunk.lines.start + 1 }, (_, n) => ({
      commit: Option.getOrUndefined(hunk.commit),
      path: hunk.path,
      originLine: hunk.originStart + n,
      line: hunk.lines.start + n
    }))
  )
