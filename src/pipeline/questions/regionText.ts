import { Effect, Option } from "effect"
import type { Region } from "../../domain/Annotation.ts"
import type { LineRange } from "../../domain/LineRange.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import { Git } from "../../adapters/git/Git.ts"
import { GitError, ObjectMissing } from "../../adapters/git/GitError.ts"
import { Trees } from "../../lineage/Trees.ts"

/** Files larger than this are not looked at, as they are not parsed. */
const maxSourceBytes = 8 * 1024 * 1024
/** Files whose content is in memory at once. */
const filesAtOnce = 16

/** Nothing but what opens and closes blocks: any two functions have such lines in common. */
const isFrame = /^[^\p{L}\p{N}]*(?:begin|do|done|else|end|esac|fi|then|try)?[^\p{L}\p{N}]*$/u

/** A line without the white space around it; empty where it only opens or closes a block. */
export const wordsOf = (line: string): string => (isFrame.test(line) ? "" : line.trim())

/** The lines of a file, the first one at 0. */
export const linesOf = (content: Uint8Array): ReadonlyArray<string> => Buffer.from(content).toString().split("\n")

/** Whether a line in some ranges says something. */
export const haveWords = (texts: ReadonlyArray<string>, ranges: ReadonlyArray<LineRange>): boolean =>
  ranges.some(({ end, start }) => texts.slice(start - 1, end).some((line) => wordsOf(line) !== ""))

/** Where a region was written. */
export interface Written {
  readonly commit: ObjectId
  readonly region: Pick<Region, "file" | "lines">
}

const notInNames = /[^\p{L}\p{N}_$]+/u

/** Whether a line has a name as a word of its own. */
export const isNaming = (line: string, name: string): boolean => line.split(notInNames).includes(name)

/** Lines that say something, but where there are more not those that have the name. */
export const withoutName = (lines: ReadonlyArray<string>, name: string): ReadonlyArray<string> => {
  const worded = lines.filter((line) => wordsOf(line) !== "")
  const others = worded.filter((line) => !isNaming(line, name))
  return others.length === 0 ? worded : others
}

/** The words of some lines of a file. */
export const wordsIn = (lines: ReadonlyArray<string>, { end, start }: LineRange): ReadonlySet<string> =>
  new Set(lines.slice(start - 1, end).map(wordsOf))

/** Words of the lines of regions as their commits have them, in the order given; none of a path that is no file there. */
export const textsOfRegions = Effect.fn("Pipeline.textsOfRegions")(function* (written: ReadonlyArray<Written>) {
  const git = yield* Git
  const trees = yield* Trees
  const found = new Map<Written, ReadonlySet<string>>()
  const byBlob = new Map<ObjectId, Array<Written>>()
  for (const each of written) {
    const entry = yield* trees.entry(each.commit, each.region.file)
    if (Option.isNone(entry) || (entry.value.kind !== "file" && entry.value.kind !== "executable")) continue
    const others = byBlob.get(entry.value.id)
    if (others === undefined) byBlob.set(entry.value.id, [each])
    else others.push(each)
  }
  const blobs = [...byBlob.keys()]
  for (let at = 0; at < blobs.length; at += filesAtOnce) {
    const some = blobs.slice(at, at + filesAtOnce)
    const contents = yield* git.objects(some, { maxBytes: maxSourceBytes })
    for (const [index, id] of some.entries()) {
      const content = contents[index]
      if (content?._tag === "Missing") return yield* new GitError({ reason: new ObjectMissing({ id }) })
      if (content?._tag !== "Found") continue
      const lines = linesOf(content.bytes)
      for (const each of byBlob.get(id) ?? []) found.set(each, wordsIn(lines, each.region.lines))
    }
  }
  return written.map((each) => found.get(each) ?? new Set<string>())
})
