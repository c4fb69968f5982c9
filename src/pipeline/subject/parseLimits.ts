import { escapeControls } from "../../domain/Text.ts"
import type { OutlineFailure, Outline } from "../../adapters/parser/Outline.ts"

const reasons: Readonly<Record<OutlineFailure, (path: string) => string>> = {
  memory: (path) => `Parsing ${path} takes more than 256 MB of memory, the limit for a file`,
  time: (path) =>
    `Parsing ${path} takes more processor time than a file may (2 seconds, less where several files took too long)`,
  size: (path) => `${path} is larger than 5 MB, the limit for parsing`,
  parser: (path) => `The parser failed on ${path}`
}

/** Warns of a file that exceeded a limit of parsing. Empty for other files. */
export const explainUnparsed = (path: string, { failure: exceeded }: Outline): ReadonlyArray<string> =>
  exceeded === undefined
    ? []
    : [`${reasons[exceeded](escapeControls(path))}: its units are unknown; only line ranges and the whole file work.`]

/** Whether the outline depends only on the content. After a timeout, the next attempt may succeed. */
export const isReproducible = ({ failure: exceeded }: Outline): boolean => exceeded !== "time"
