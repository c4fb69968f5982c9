import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { Facts } from "../../adapters/parser/facts/Facts.ts"
import type { Shape, Visible } from "../linking/Shape.ts"

const pack = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value), { level: 1 })

/** Packs facts for the database. The same facts give the same bytes. */
export const packFacts = (facts: Facts): Uint8Array => pack(facts)

/** The inverse of {@link packFacts}. */
export const unpackFacts = (packed: Uint8Array): Facts => {
  const facts: Facts = JSON.parse(inflateRawSync(packed).toString("utf8"))
  return facts
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
    const parsed: Visible = JSON.parse(inflateRawSync(read()).toString("utf8"))
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
