import { deflateRawSync, inflateRawSync } from "node:zlib"
import type { Facts } from "../../adapters/parser/facts/Facts.ts"

/** Packs facts for the database. The same facts give the same bytes. */
export const packFacts = (facts: Facts): Uint8Array => deflateRawSync(JSON.stringify(facts), { level: 1 })

/** The inverse of {@link packFacts}. */
export const unpackFacts = (packed: Uint8Array): Facts => {
  const facts: Facts = JSON.parse(inflateRawSync(packed).toString("utf8"))
  return facts
}
