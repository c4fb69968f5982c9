import { encodePath } from "../../adapters/git/parse/PathBytes.ts"

/** A path as the original shows it: one that is not UTF-8 is read as Latin-1. */
export const toShownPath = (path: string): string =>
  path.isWellFormed() ? path : Buffer.from(encodePath(path)).toString("latin1")
