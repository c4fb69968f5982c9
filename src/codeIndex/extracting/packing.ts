import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib"
import { type Facts, type Reference, referenceKinds } from "../../adapters/parser/facts/Facts.ts"
import type { Shape, Visible } from "../linking/Shape.ts"

/** The fastest level that packs densely: half of the time of deflate's first, in less space. */
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Packs plain data for the database. The same data gives the same bytes. */
export const pack = (value: unknown): Uint8Array => zstdCompressSync(JSON.stringify(value), packing)

/** The inverse of {@link pack}: JSON. */
export const unpack = (packed: Uint8Array): string => zstdDecompressSync(packed).toString("utf8")

/** Fields that every reference has, each a number when packed. */
const fields = 6

/** Facts as they are packed. References are most of them: without the names of their fields they take a third. */
interface PackedFacts extends Omit<Facts, "references"> {
  /** Six numbers each: kind, value, within, line, column, arguments. */
  readonly references: ReadonlyArray<number>
  /** The references that have more than that, whole, by their index. */
  readonly others: ReadonlyArray<readonly [index: number, reference: Reference]>
}

const packReferences = (references: ReadonlyArray<Reference>): Pick<PackedFacts, "references" | "others"> => {
  const numbers: Array<number> = []
  const others: Array<readonly [number, Reference]> = []
  for (const [index, reference] of references.entries()) {
    const { arguments: count, column, kind, line, value, within } = reference
    numbers.push(referenceKinds.indexOf(kind), value, within, line, column, count)
    if (Object.keys(reference).length > fields) others.push([index, reference])
  }
  return { references: numbers, others }
}

const unpackReferences = ({ others, references: numbers }: PackedFacts): ReadonlyArray<Reference> => {
  const references: Array<Reference> = []
  for (let at = 0; at < numbers.length; at += fields) {
    const [kind = -1, value = -1, within = -1, line = 0, column = 0, count = -1] = numbers.slice(at, at + fields)
    references.push({ kind: referenceKinds[kind] ?? "read", value, within, line, column, arguments: count })
  }
  for (const [index, reference] of others) references[index] = reference
  return references
}

/** Packs facts for the database. The same facts give the same bytes. */
export const packFacts = ({ references, ...facts }: Facts): Uint8Array =>
  pack({ ...facts, ...packReferences(references) } satisfies PackedFacts)

/** The inverse of {@link packFacts}. */
export const unpackFacts = (packed: Uint8Array): Facts => {
  const facts: PackedFacts = JSON.parse(unpack(packed))
  const { definitions, exports, imports, package: own, values } = facts
  return { package: own, values, definitions, imports, exports, references: unpackReferences(facts) }
}

/** A shape, of which only what most questions need is unpacked. */
export interface PackedShape extends Pick<Shape, "digest" | "names" | "package"> {
  readonly packed: Uint8Array
}

/** Packs a shape. */
export const packShape = ({
  definitions,
  digest,
  exports,
  imports,
  names,
  package: own,
  values
}: Shape): PackedShape => ({
  digest,
  names,
  package: own,
  packed: pack({ package: own, definitions, exports, imports, values } satisfies Visible)
})

/** Makes a shape that unpacks itself when more than its digest, names or package is asked for. */
export const unpackShape = (
  { digest, names, package: own }: Omit<PackedShape, "packed">,
  read: () => Uint8Array
): Shape => {
  let unpacked: Visible | undefined
  const visible = (): Visible => {
    if (unpacked !== undefined) return unpacked
    const parsed: Visible = JSON.parse(unpack(read()))
    unpacked = parsed
    return parsed
  }
  return {
    digest,
    names,
    package: own,
    get values() {
      return visible().values
    },
    get definitions() {
      return visible().definitions
    },
    get imports() {
      return visible().imports
    },
    get exports() {
      return visible().exports
    }
  }
}
