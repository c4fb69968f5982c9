import { readFileSync, existsSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import type { Outline, Unit } from "../../../src/adapters/parser/Outline.ts"
import type { Facts } from "./facts.ts"
import { find, type Kind } from "./names.ts"
import { gitBytes, gitLines } from "./plainGit.ts"

/** The program's own parser, which other tests check. */
export type OutlineOf = (path: string, content: Uint8Array) => Effect.Effect<Outline>

/** The file of a question. */
export interface Subject {
  readonly path: string
  readonly content: Buffer
  readonly length: number
  /** Its path in the answer. */
  readonly rev: string
  readonly units: ReadonlyArray<Unit>
}

const committed = (facts: Facts, path: string): Buffer =>
  gitBytes(facts.directory, ["cat-file", "blob", `${facts.commit}:${path}`])

/** Whether the file exists. */
export const exists = (facts: Facts, path: string): boolean =>
  facts.tracked.has(path) || (facts.rev === undefined && existsSync(join(facts.directory, path)))

const contentOf = (facts: Facts, path: string): { readonly content: Buffer; readonly rev: string } => {
  const file = join(facts.directory, path)
  if (facts.rev !== undefined) return { content: committed(facts, path), rev: facts.rev }
  if (!existsSync(file)) return { content: committed(facts, path), rev: "HEAD" }
  const changed = gitLines(facts.directory, ["status", "--porcelain", "--", path]).length > 0
  return { content: readFileSync(file), rev: changed ? "worktree" : "HEAD" }
}

const lineCount = (content: Buffer): number => {
  const breaks = content.filter((byte) => byte === 10).length
  return content.length > 0 && content[content.length - 1] !== 10 ? breaks + 1 : breaks
}

/** Reads the file at a path. */
export const subjectOf = Effect.fnUntraced(function* (facts: Facts, path: string, outlineOf: OutlineOf) {
  const { content, rev } = contentOf(facts, path)
  const { units } = yield* outlineOf(path, content)
  return { path, content, length: lineCount(content), rev, units } satisfies Subject
})

/** Lists the units of a file in the commit of the question; none if the file does not exist. */
export const committedUnits = Effect.fnUntraced(function* (facts: Facts, path: string, outlineOf: OutlineOf) {
  if (!facts.tracked.has(path)) return []
  const { units } = yield* outlineOf(path, committed(facts, path))
  return units
})

/** The resolution of an anchor in a file: units, or none. */
export interface Asked {
  readonly units: ReadonlyArray<Unit>
  readonly kind: Kind
}

/** Finds the units with a name, in the order of spec annotations §2. */
export const unitsOf = (anchor: string, units: ReadonlyArray<Unit>): Asked => {
  const found = find(
    anchor,
    units.map((unit) => unit.name)
  )
  if (found === undefined) return { units: [], kind: "exact" }
  return { units: units.filter((unit) => found.names.includes(unit.name)), kind: found.kind }
}

/** The contractual warning for an unknown anchor. */
export const unknownAnchorWarning = (anchor: string, path: string): string =>
  `Anchor '${anchor}' not found in ${path}. Returning file-level annotations.`
