import { normalizeName } from "./AnchorName.ts"
import type { Region } from "./Annotation.ts"
import { canonicalJson } from "./Json.ts"
import { normalizeSignature } from "./Signature.ts"

/** Normalizes an anchor's name. A name of nothing but separators stays as it is. */
export const normalizeAnchor = (name: string): string => {
  const normal = normalizeName(name)
  return normal === "" ? name : normal
}

/**
 * The region that a field of a note belongs to, with its anchor and signature normalized; the note itself if all fields
 * are absent.
 */
export interface FieldOwner {
  readonly file?: string | undefined
  readonly anchor?: string | undefined
  readonly signature?: string | undefined
}

/** Identifies a region by its file and by the normalized name and signature of its anchor. */
export const makeOwner = (file: string | undefined, anchor: string | undefined, signature = ""): FieldOwner => {
  if (file === undefined || anchor === undefined) return { file, anchor }
  const folded = normalizeSignature(signature)
  return {
    file,
    anchor: normalizeAnchor(anchor),
    ...(folded === "" ? {} : { signature: folded })
  }
}

/** Identifies a region of a note. Overloads of one name are separate regions. */
export const ownerOfRegion = ({ ast_anchor: { name, signature }, file }: Region): FieldOwner =>
  makeOwner(file, name, signature)

/** Compares regions by their order in a note: file, first line, then owner. */
export const compareRegions = (a: Region, b: Region): number =>
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
  a.lines.start - b.lines.start ||
  (canonicalJson(ownerOfRegion(a)) < canonicalJson(ownerOfRegion(b)) ? -1 : 1)
