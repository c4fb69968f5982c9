import type { Random } from "../../bench/verify/random.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import type { NotesIndex } from "../../src/notes/lookup/NotesIndex.ts"
import type { ConcernRef, DependencyRef, RegionRef } from "../../src/notes/lookup/NotesLookup.ts"

/** What a note says of one file. */
interface Said {
  readonly regions: ReadonlyArray<Omit<RegionRef, "commit">>
  readonly dependencies: ReadonlyArray<Omit<DependencyRef, "commit">>
  readonly concerns: ReadonlyArray<Omit<ConcernRef, "commit">>
}

/** A note made up, with what it says. */
export interface MadeNote {
  readonly blob: ObjectId
  readonly bytes: Uint8Array
  /** None: it cannot be read. */
  readonly said: ReadonlyMap<string, Said> | undefined
}

const places = ["a.ts", "src/b.ts", "src/é.ts", "src/日本.ts", "bad\udc80.ts", "", "z/z.ts", "src/ba.ts"]
/** The last words of anchors, and one that none has. */
const lastWords = ["run", "acquire", "größe", "名前", "\udcff", "__proto__", "constructor", "pool"]
const anchors = ["", "run", "Pool.acquire", "größe", "名前", "\udcff", "__proto__", "constructor"]

const hex = (random: Random, digits: number): ObjectId =>
  ObjectId.make(Array.from({ length: digits }, () => random.below(16).toString(16)).join(""))

/** An id of as many bytes. */
export const makeId = (random: Random, bytes = 20): ObjectId => hex(random, bytes * 2)

const times = <A>(random: Random, most: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: random.below(most + 1) }, (_, at) => make(at))

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A note of any kind, as JSON that some tool may have written. */
export const makeNote = (random: Random, blob: ObjectId): MadeNote => {
  const pick = (from: ReadonlyArray<string>): string => random.pick(from) ?? ""
  if (random.below(12) === 0) return { blob, bytes: encode("{ no JSON"), said: undefined }
  const said = new Map<
    string,
    { regions: Array<unknown>; dependencies: Array<unknown>; concerns: Array<unknown> } & {
      [Part in keyof Said]: Array<Said[Part][number]>
    }
  >()
  const about = (file: string) => {
    const known = said.get(file) ?? { regions: [], dependencies: [], concerns: [] }
    said.set(file, known)
    return known
  }
  const regions = times(random, 4, (region) => {
    const dependent = { file: pick(places), anchor: pick(anchors) }
    about(dependent.file).regions.push({ region, anchor: dependent.anchor })
    const semantic_dependencies = times(random, 3, (dependency) => {
      const target = { file: pick(places), anchor: pick(anchors) }
      about(target.file).dependencies.push({ region, dependency, dependent, anchor: target.anchor })
      return { ...target, nature: "calls" }
    })
    return { file: dependent.file, ast_anchor: { name: dependent.anchor }, semantic_dependencies }
  })
  const cross_cutting = times(random, 2, (concern) => ({
    description: "shared",
    regions: times(random, 3, () => {
      const place = { file: pick(places), anchor: pick(anchors) }
      about(place.file).concerns.push({ concern, anchor: place.anchor })
      return place
    })
  }))
  return { blob, bytes: encode(JSON.stringify({ $schema: "ultragit/v1", regions, cross_cutting })), said }
}

const byCommit = <A>([a]: readonly [string, A], [b]: readonly [string, A]): number => (a < b ? -1 : 1)

/** Everything an index returns, through each of its queries. */
export const allOf = (index: NotesIndex): unknown => {
  const commits = [...index.commits()]
  const files = [...index.files()]
  const named = [...new Set(index.namedFiles())].toSorted()
  return {
    size: index.size,
    notes: commits.map((commit) => [commit, index.blob(commit)]),
    beginning: commits.map((commit) => [...index.beginning(commit.slice(0, 7))]),
    files,
    named,
    problems: index.problems(),
    about: [...new Set([...files, ...named])]
      .toSorted()
      .map((file) => [file, index.regionsOf(file), index.dependenciesOn(file), index.concernsAbout(file)]),
    anchors: named.map((file) => index.anchorsNamed(file).toSorted()),
    called: lastWords.map((word) => index.regionsCalled(word)),
    absent: [index.regionsOf("no such"), index.blob(ObjectId.make("0".repeat(40))), [...index.beginning("zz")]]
  }
}

/** The same by going through the notes one by one. */
export const allInModel = (notes: ReadonlyMap<ObjectId, MadeNote>): unknown => {
  const sorted = [...notes].toSorted(byCommit)
  const filesWith = (part: keyof Said): ReadonlyArray<string> =>
    [
      ...new Set(
        sorted.flatMap(([, { said }]) =>
          [...(said ?? [])].filter(([, each]) => each[part].length > 0).map(([file]) => file)
        )
      )
    ].toSorted()
  const files = filesWith("regions")
  const named = [...new Set([...filesWith("dependencies"), ...filesWith("concerns")])].toSorted()
  const about = (file: string, part: keyof Said) =>
    sorted.flatMap(([commit, { said }]) => (said?.get(file)?.[part] ?? []).map((each) => ({ commit, ...each })))
  return {
    size: notes.size,
    notes: sorted.map(([commit, { blob }]) => [commit, blob]),
    beginning: sorted.map(([commit]) =>
      sorted.map(([other]) => other).filter((other) => other.startsWith(commit.slice(0, 7)))
    ),
    files,
    named,
    problems: sorted
      .filter(([, { said }]) => said === undefined)
      .map(([commit]) => ({ commit, field: "document", detail: "is not JSON" })),
    about: [...new Set([...files, ...named])]
      .toSorted()
      .map((file) => [file, about(file, "regions"), about(file, "dependencies"), about(file, "concerns")]),
    anchors: named.map((file) =>
      [...new Set([...about(file, "dependencies"), ...about(file, "concerns")].map(({ anchor }) => anchor))].toSorted()
    ),
    called: lastWords.map((word) =>
      sorted.flatMap(([commit, { said }]) =>
        [...(said ?? [])]
          .flatMap(([file, { regions }]) => regions.map((each) => ({ commit, ...each, file })))
          .filter(({ anchor }) => anchor.split(".").at(-1) === word)
          .toSorted((a, b) => a.region - b.region)
      )
    ),
    absent: [[], undefined, []]
  }
}
