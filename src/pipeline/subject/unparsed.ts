import { escapeControls } from "../../domain/Text.ts"
import type { OutlineFailure, Outline } from "../../adapters/parser/Outline.ts"

const reasons: Readonly<Record<OutlineFailure, (path: string) => string>> = {
  memory: (path) => `Parsing ${path} takes more than 256 MB of memory, the limit for a file`,
  time: (path) =>
    `Parsing ${path} takes more processor time than a file may (2 seconds, less where several files took too long)`,
  size: (path) => `${path} is larger than 5 MB, the limit for parsing`,
  parser: (path) => `The parser failed on ${path}`
}

/** What must be said about a file that was not parsed because a limit was hit: which limit, and what still works. */
export const unparsed = (path: string, { failure: exceeded }: Outline): ReadonlyArray<string> =>
  exceeded === undefined
    ? []
    : [`${reasons[exceeded](escapeControls(path))}: its units are not known, only line ranges and the whole file.`]

/** Whether the outline follows from the content alone: a file that took too long may not do so the next time. */
export const isSettled = ({ failure: exceeded }: Outline): boolean => exceeded !== "time"
