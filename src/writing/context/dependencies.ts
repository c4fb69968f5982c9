import { Option } from "effect"
import type { SemanticDependency } from "../../domain/Annotation.ts"

/** Parses `FILE:ANCHOR=NATURE`, as in `src/pool.rs:Pool::acquire=never blocks`. None when a part is missing. */
export const parseDependency = (text: string): Option.Option<SemanticDependency> => {
  const equals = text.indexOf("=")
  const place = equals === -1 ? "" : text.slice(0, equals)
  const colon = place.indexOf(":")
  const file = place.slice(0, Math.max(0, colon)).trim()
  const anchor = place.slice(colon + 1).trim()
  const nature = text.slice(equals + 1).trim()
  return file === "" || anchor === "" || nature === "" ? Option.none() : Option.some({ file, anchor, nature })
}

/** Splits dependencies at line feeds and `;`. */
export const splitDependencies = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\n;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
