import { normalize } from "./AnchorName.ts"
import type { Region } from "./Annotation.ts"
import { canonical } from "./Json.ts"
import { foldSignature } from "./Signature.ts"

/** One spelling for all spellings of an anchor's name, also of one that is nothing but separators. */
export const anchorKey = (name: string): string => {
  const normal = normalize(name)
  return normal === "" ? name : normal
}

/** What a field of a note belongs to: a region, its anchor and signature in one spelling for all, or with none the note itself. */
export interface Owner {
  readonly file?: string | undefined
  readonly anchor?: string | undefined
  readonly signature?: string | undefined
}

/** What a region is known by: its file, and the name and signature of its anchor, however spelled. */
export const ownerAt = (file: string | undefined, anchor: string | undefined, signature = ""): Owner => {
  if (file === undefined || anchor === undefined) return { file, anchor }
  const folded = foldSignature(signature)
  return {
    file,
    anchor: anchorKey(anchor),
    ...(folded === "" ? {} : { signature: folded })
  }
}

/** The same of a region of a note: overloads of one name are regions of their own. */
export const ownerOf = ({ ast_anchor: { name, signature }, file }: Region): Owner => ownerAt(file, name, signature)

/** The order in which a note has its regions. */
export const inFileOrder = (a: Region, b: Region): number =>
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
  a.lines.start - b.lines.start ||
  (canonical(ownerOf(a)) < canonical(ownerOf(b)) ? -1 : 1)
