import { Result } from "effect"
import { asArray, isObject, type JsonObject } from "../domain/Json.ts"
import type { ObjectId } from "../domain/ObjectId.ts"
import { type NoteProblem, spokenOf } from "./decode.ts"

/** A region of a note: which note, which of its regions, and the anchor's name. */
export interface RegionRef {
  readonly commit: ObjectId
  readonly region: number
  readonly anchor: string
}

/** A semantic dependency: the region that states it, and what it names. */
export interface DependencyRef {
  readonly commit: ObjectId
  readonly region: number
  readonly dependency: number
  /** File and anchor of the region that depends. */
  readonly dependent: { readonly file: string; readonly anchor: string }
  /** The anchor depended on; empty when the whole file is meant. */
  readonly anchor: string
}

/** A cross-cutting concern that lists a place: which note, which concern, and the anchor listed. */
export interface ConcernRef {
  readonly commit: ObjectId
  readonly concern: number
  readonly anchor: string
}

/** Where refs to a note are: each file once. */
interface Entry {
  readonly blob: ObjectId
  readonly regionFiles: ReadonlyArray<string>
  readonly dependencyFiles: ReadonlyArray<string>
  readonly concernFiles: ReadonlyArray<string>
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** The anchor's name in a region of any accepted spelling. */
const anchorName = (region: JsonObject): string => {
  const anchor = region["ast_anchor"]
  return isObject(anchor) ? text(anchor["name"]) : ""
}

/** `file:anchor` at the last single colon: `src/a.ts:Pool.acquire`, `src/mqtt.rs:MqttClient::connect`. */
export const splitPlace = (place: string): { readonly file: string; readonly anchor: string } => {
  const found = /^(.*?[^:]):(?!:)(.*)$/s.exec(place)
  return found === null ? { file: place, anchor: "" } : { file: found[1] ?? "", anchor: found[2] ?? "" }
}

/** What a concern lists, in any accepted spelling. */
const placeOf = (listed: unknown): { readonly file: string; readonly anchor: string } =>
  isObject(listed) ? { file: text(listed["file"]), anchor: text(listed["anchor"]) } : splitPlace(text(listed))

const none: ReadonlyArray<string> = []

/** Each of them once, in no more space than that takes: a list that grew has room for more. */
const distinct = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.length === 0 ? none : Array.from(new Set(names))

const add = <A>(map: Map<string, Array<A>>, key: string, value: A): void => {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

const remove = <A extends { readonly commit: ObjectId }>(
  map: Map<string, Array<A>>,
  keys: ReadonlyArray<string>,
  commit: ObjectId
): void => {
  for (const key of keys) {
    const rest = (map.get(key) ?? []).filter((ref) => ref.commit !== commit)
    if (rest.length === 0) map.delete(key)
    else map.set(key, rest)
  }
}

/**
 * What all notes speak of, by file and anchor, without their texts. Holds what can be seen in a note without judging
 * it; whether the note decodes shows when it is read. Notes that are no JSON at all are in `problems`.
 */
export class NotesIndex {
  readonly #entries = new Map<ObjectId, Entry>()
  readonly #regions = new Map<string, Array<RegionRef>>()
  readonly #dependencies = new Map<string, Array<DependencyRef>>()
  readonly #concerns = new Map<string, Array<ConcernRef>>()
  readonly #problems = new Map<ObjectId, NoteProblem>()
  /** Files and anchors, each kept once however many notes name it. */
  readonly #names = new Map<string, string>()

  /** Number of notes, unreadable ones included. */
  get size(): number {
    return this.#entries.size
  }
  /** The note blob of a commit. */
  blob(commit: ObjectId): ObjectId | undefined {
    return this.#entries.get(commit)?.blob
  }
  /** All annotated commits. */
  commits(): IterableIterator<ObjectId> {
    return this.#entries.keys()
  }
  /** Files that regions speak of, under the path they had in the annotated commit. */
  files(): IterableIterator<string> {
    return this.#regions.keys()
  }
  /** Files that semantic dependencies and concerns name. */
  *namedFiles(): IterableIterator<string> {
    yield* this.#dependencies.keys()
    yield* this.#concerns.keys()
  }
  regionsOf(file: string): ReadonlyArray<RegionRef> {
    return this.#regions.get(file) ?? []
  }
  dependenciesOn(file: string): ReadonlyArray<DependencyRef> {
    return this.#dependencies.get(file) ?? []
  }
  concernsAbout(file: string): ReadonlyArray<ConcernRef> {
    return this.#concerns.get(file) ?? []
  }
  problems(): ReadonlyArray<NoteProblem> {
    return [...this.#problems.values()]
  }
  problem(commit: ObjectId): NoteProblem | undefined {
    return this.#problems.get(commit)
  }

  /** Takes a note in, or in place of the one the commit had. */
  put(commit: ObjectId, blob: ObjectId, bytes: Uint8Array): void {
    this.delete(commit)
    const parsed = spokenOf(commit, bytes)
    if (Result.isFailure(parsed)) this.fail(commit, blob, parsed.failure)
    else this.#add(commit, blob, parsed.success)
  }

  /** Takes in a note that cannot be read. */
  fail(commit: ObjectId, blob: ObjectId, problem: Omit<NoteProblem, "commit">): void {
    this.delete(commit)
    this.#entries.set(commit, { blob, regionFiles: none, dependencyFiles: none, concernFiles: none })
    this.#problems.set(commit, { commit, ...problem })
  }

  delete(commit: ObjectId): void {
    const entry = this.#entries.get(commit)
    if (entry === undefined) return
    remove(this.#regions, entry.regionFiles, commit)
    remove(this.#dependencies, entry.dependencyFiles, commit)
    remove(this.#concerns, entry.concernFiles, commit)
    this.#problems.delete(commit)
    this.#entries.delete(commit)
  }

  #once(name: string): string {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    this.#names.set(name, name)
    return name
  }

  #add(commit: ObjectId, blob: ObjectId, document: JsonObject): void {
    const regionFiles: Array<string> = []
    const dependencyFiles: Array<string> = []
    const concernFiles: Array<string> = []
    asArray(document["regions"]).forEach((value, region) => {
      if (!isObject(value)) return
      const file = this.#once(text(value["file"]))
      const dependent = { file, anchor: this.#once(anchorName(value)) }
      regionFiles.push(file)
      add(this.#regions, file, { commit, region, anchor: dependent.anchor })
      asArray(value["semantic_dependencies"]).forEach((target, dependency) => {
        if (!isObject(target)) return
        const named = this.#once(text(target["file"]))
        dependencyFiles.push(named)
        add(this.#dependencies, named, {
          commit,
          region,
          dependency,
          dependent,
          anchor: this.#once(text(target["anchor"]))
        })
      })
    })
    asArray(document["cross_cutting"]).forEach((value, concern) => {
      if (!isObject(value)) return
      for (const listed of asArray(value["regions"])) {
        const place = placeOf(listed)
        const file = this.#once(place.file)
        concernFiles.push(file)
        add(this.#concerns, file, { commit, concern, anchor: this.#once(place.anchor) })
      }
    })
    this.#entries.set(commit, {
      blob,
      regionFiles: distinct(regionFiles),
      dependencyFiles: distinct(dependencyFiles),
      concernFiles: distinct(concernFiles)
    })
  }
}
