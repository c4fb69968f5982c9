import { normalizeName } from "./AnchorName.ts"
import type { Region } from "./Annotation.ts"
import { canonicalJson } from "./Json.ts"
import { normalizeSignature } from "./Signature.ts"

/** One spelling for all spellings of an anchor's name, also of one that is nothing but separators. */
export const normalizeAnchor = (name: string): string => {
  const normal = normalizeName(name)
  return normal === "" ? name : normal
}

/** What a field of a note belongs to: a region, its anchor and signature in one spelling for all, or with none the note itself. */
export interface FieldOwner {
  readonly file?: string | undefined
  readonly anchor?: string | undefined
  readonly signature?: string | undefined
}

/** What a region is known by: its file, and the name and signature of its anchor, however spelled. */
export const makeOwner = (file: string | undefined, anchor: string | undefined, signature = ""): FieldOwner => {
  if (file === undefined || anchor === undefined) return { file, anchor }
  const folded = normalizeSignature(signature)
  return {
    file,
    anchor: normalizeAnchor(anchor),
    ...(folded === "" ? {} : { signature: folded })
  }
}

/** The same of a region of a note: overloads of one name are regions of their own. */
export const ownerOfRegion = ({ ast_anchor: { name, signature }, file }: Region): FieldOwner =>
  makeOwner(file, name, signature)

/** The order in which a note has its regions. */
export const compareRegions = (a: Region, b: Region): number =>
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
  a.lines.start - b.lines.start ||
  (canonicalJson(ownerOfRegion(a)) < canonicalJson(ownerOfRegion(b)) ? -1 : 1)
