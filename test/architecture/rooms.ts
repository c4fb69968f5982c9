import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import type { Finding } from "./rules.ts"
import type { Import, Source } from "./sources.ts"

/** What a folder says of itself in its `room.json`. */
const Room = Schema.Struct({
  /** What is in it, in a sentence. */
  about: Schema.String,
  /** Folders from left to right; those of one list do not know each other. */
  rooms: Schema.optionalKey(Schema.Array(Schema.Union([Schema.String, Schema.Array(Schema.String)]))),
  /** Files that other rooms may import, by their path below the room. */
  public: Schema.optionalKey(Schema.Array(Schema.String))
})
type Room = typeof Room.Type

const root = join(import.meta.dirname, "..", "..")
const decode = Schema.decodeUnknownSync(Room, { onExcessProperty: "error" })

const roomAt = (folder: string): Room | undefined => {
  const file = join(root, folder, "room.json")
  return existsSync(file) ? decode(JSON.parse(readFileSync(file, "utf8"))) : undefined
}

/** The folders of a tree of rooms, each with what it says of itself: `src`, `src/pipeline`, `src/pipeline/subject`. */
export type House = ReadonlyMap<string, Room>

const walk = (folder: string): ReadonlyArray<readonly [string, Room]> => {
  const room = roomAt(folder)
  if (room === undefined) return []
  return [[folder, room], ...(room.rooms ?? []).flat().flatMap((name) => walk(`${folder}/${name}`))]
}

/** The rooms of `src`, as their `room.json` files say. */
export const house: House = new Map(walk("src"))

/** Files that put services together, and so know all of them. */
const isWiring = (path: string): boolean => /^src\/[^/]+\.ts$/.test(path)

/** The innermost room that a file is in: `src/adapters/git` for `src/adapters/git/parse/Records.ts`. */
const roomOf = (rooms: House, path: string): string => {
  const parts = path.split("/").slice(0, -1)
  for (let length = parts.length; length > 1; length--) {
    const folder = parts.slice(0, length).join("/")
    if (rooms.has(folder)) return folder
  }
  return "src"
}

/** Where a folder's child stands among its rooms; files of the folder itself stand to the right of all. */
const rankIn = (room: Room, name: string): number => {
  const found = (room.rooms ?? []).findIndex((group) => [group].flat().includes(name))
  return found === -1 ? Number.POSITIVE_INFINITY : found
}

const childOf = (folder: string, path: string): string => path.slice(folder.length + 1).split("/")[0] ?? ""

/** The folders that contain a file, outermost first. */
const foldersAbove = (path: string): ReadonlyArray<string> => {
  const parts = path.split("/").slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"))
}

const orderFinding = (rooms: House, from: string, to: string): string | undefined => {
  for (const folder of foldersAbove(from)) {
    const room = rooms.get(folder)
    const [a, b] = [childOf(folder, from), childOf(folder, to)]
    if (room?.rooms === undefined || !to.startsWith(`${folder}/`)) return undefined
    const [left, right] = [rankIn(room, b), rankIn(room, a)]
    const areFiles = left === right && left === Number.POSITIVE_INFINITY
    if (a !== b)
      return left < right || areFiles || isWiring(from)
        ? undefined
        : `imports ${to}, which is not to the left of ${folder}/${a}`
  }
  return undefined
}

const isOurs = (found: Import): boolean => found.target.startsWith("src/")

const each = (
  sources: ReadonlyArray<Source>,
  rule: (path: string, target: string) => string | undefined
): ReadonlyArray<Finding> =>
  sources.flatMap((file) =>
    file.imports.filter(isOurs).flatMap(({ target }): ReadonlyArray<Finding> => {
      const finding = rule(file.path, target)
      return finding === undefined ? [] : [`${file.path}: ${finding}`]
    })
  )

/** Every folder with files is a room or part of one. */
const placeFindings = (rooms: House, sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  sources
    .filter(({ path }) => !isWiring(path) && roomOf(rooms, path) === "src")
    .map(({ path }) => `${path}: is in no room`)

const outsideFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  sources.flatMap((file) =>
    file.imports
      .filter(({ target }) => target.startsWith("./"))
      .map(({ target }) => `${file.path}: imports ${target}, outside src`)
  )

/** At every level a file imports its own folder and folders to its left. */
export const orderFindings = (rooms: House, sources: ReadonlyArray<Source>): ReadonlyArray<Finding> => [
  ...placeFindings(rooms, sources),
  ...outsideFindings(sources),
  ...each(sources, (path, target) => orderFinding(rooms, path, target))
]

/** Of another room a file imports only what that room declares public. */
export const publicFindings = (rooms: House, sources: ReadonlyArray<Source>): ReadonlyArray<Finding> =>
  each(sources, (path, target) => {
    const room = roomOf(rooms, target)
    if (room === roomOf(rooms, path) || isWiring(path) || isWiring(target)) return undefined
    const name = target.slice(room.length + 1)
    return rooms.get(room)?.public?.includes(name) === true ? undefined : `imports ${target}, private to ${room}`
  })

/** What a room declares public and no other room imports. */
export const unusedFindings = (rooms: House, sources: ReadonlyArray<Source>): ReadonlyArray<Finding> => {
  const used = new Set(
    sources.flatMap((file) =>
      file.imports
        .filter((found) => isOurs(found) && roomOf(rooms, found.target) !== roomOf(rooms, file.path))
        .map(({ target }) => target)
    )
  )
  return [...rooms].flatMap(([folder, room]) =>
    (room.public ?? [])
      .filter((name) => !used.has(`${folder}/${name}`))
      .map((name) => `${folder}/room.json: declares ${name} public, which no other room imports`)
  )
}

/** The files from which a file can be reached again, types included: one finding a circle. */
export const circleFindings = (sources: ReadonlyArray<Source>): ReadonlyArray<Finding> => {
  const imports = new Map(sources.map((file) => [file.path, file.imports.filter(isOurs).map(({ target }) => target)]))
  const state = new Map<string, "open" | "done">()
  const findings: Array<Finding> = []
  const visit = (path: string, trail: ReadonlyArray<string>): void => {
    if (state.get(path) === "done") return
    if (state.get(path) === "open") {
      findings.push(`${[...trail.slice(trail.indexOf(path)), path].join(" -> ")}: a circle`)
      return
    }
    state.set(path, "open")
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path])
    state.set(path, "done")
  }
  for (const { path } of sources) visit(path, [])
  return findings
}
