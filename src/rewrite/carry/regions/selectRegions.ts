import { normalizeName } from "../../../domain/AnchorName.ts"
import type { Annotation, Region } from "../../../domain/Annotation.ts"
import { asArray } from "../../../domain/Json.ts"
import { normalizeSignature } from "../../../domain/Signature.ts"
import type { NoteContent } from "../../../notes/NoteContent.ts"

/** The region that a correction or a superseded text refers to. */
interface Subject {
  readonly file?: string
  readonly anchor?: string
  readonly signature?: string
}

/** Whether an entry refers to a region; without a signature, to every overload of the name. */
export const isAbout = (region: Region, { anchor, file, signature }: Subject): boolean =>
  file === region.file &&
  normalizeName(anchor ?? "") === normalizeName(region.ast_anchor.name) &&
  (signature === undefined || normalizeSignature(signature) === normalizeSignature(region.ast_anchor.signature ?? ""))

/** Keeps some regions of a note with their corrections and superseded texts; drops cross-cutting concerns. */
export const onlyOf = ({ annotation, original }: NoteContent, isWanted: (index: number) => boolean): NoteContent => {
  const { corrections = [], superseded = [], ...rest } = annotation
  const regions = rest.regions.filter((_, index) => isWanted(index))
  const of = <A extends Subject>(entries: ReadonlyArray<A>) =>
    entries.filter((entry) => regions.some((region) => isAbout(region, entry)))
  const [some, others] = [of(corrections), of(superseded)]
  const cut: Annotation = {
    ...rest,
    regions,
    cross_cutting: [],
    ...(some.length === 0 ? {} : { corrections: some }),
    ...(others.length === 0 ? {} : { superseded: others })
  }
  if (original === undefined) return { annotation: cut }
  const originals = asArray(original["regions"]).filter((_, index) => isWanted(index))
  return { annotation: cut, original: { ...original, regions: originals } }
}
