import type { Annotation, Correction, Provenance, Region } from "../../domain/Annotation.ts"
import { blank, facts, heading, inert, item, type Line, paragraphs, plain, quoted, section, title } from "./Line.ts"
import {
  constraintLines,
  day,
  flagLines,
  originOf,
  place,
  reasoningLines,
  riskLines,
  shortId,
  spreadWords
} from "./parts.ts"

const bullets = (label: string, texts: ReadonlyArray<string>): ReadonlyArray<Line> =>
  texts.length === 0 ? [] : [...quoted("", { label }), ...texts.flatMap((text) => quoted(text, { bullet: true }))]

const regionLines = (region: Region): ReadonlyArray<Line> => [
  blank,
  heading(`${inert(region.ast_anchor.name)} (${place(region.file, region.lines)})`),
  ...paragraphs([
    flagLines(region.flags),
    quoted(region.intent),
    reasoningLines(region.reasoning),
    constraintLines(region.constraints),
    riskLines(region.risk_notes),
    bullets(
      "Relies on",
      region.semantic_dependencies.map(
        ({ anchor, file, nature }) => `${inert(file)}:${inert(anchor)}: ${inert(nature)}`
      )
    ),
    bullets(
      "Related",
      region.related_annotations.map(
        ({ anchor, commit, relationship }) => `${shortId(commit)} ${inert(anchor)} (${inert(relationship)})`
      )
    ),
    region.tags.length === 0 ? [] : quoted(region.tags.map(inert).join(", "), { label: "Tags" })
  ]),
  ...(region.spread === true ? [blank, facts([spreadWords(region.spread)])] : [])
]

const derivation = ({ derived_from, synthesis_notes }: Provenance): ReadonlyArray<Line> => [
  ...(derived_from.length === 0 ? [] : [plain(`From ${derived_from.map(shortId).join(", ")}.`)]),
  ...(synthesis_notes === undefined || synthesis_notes.trim() === "" ? [] : quoted(synthesis_notes))
]

const correctionLines = ({
  action,
  anchor,
  author,
  field,
  file,
  timestamp,
  value
}: Correction): ReadonlyArray<Line> => [
  item(
    `${inert(file)}:${inert(anchor)}, ${action}${field === undefined ? "" : ` ${inert(field)}`}, ${inert(author)}, ${day(timestamp)}`
  ),
  ...quoted(value, { margin: "  " })
]

const listed = (name: string, lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.length === 0 ? [] : [blank, section(name), ...lines]

/** One note as it reads: regions with corrections replayed, what they share, where it came from. */
export const renderNote = (annotation: Annotation): ReadonlyArray<Line> => [
  title(`Annotation of ${shortId(annotation.commit)}`),
  blank,
  ...quoted(annotation.summary),
  ...(annotation.task === undefined ? [] : quoted(annotation.task, { label: "Task" })),
  blank,
  facts([day(annotation.timestamp), originOf(annotation.context_level, annotation.provenance)]),
  ...derivation(annotation.provenance),
  ...annotation.regions.flatMap(regionLines),
  ...listed(
    "Shared concerns",
    annotation.cross_cutting.flatMap(({ description, nature, regions }) => [
      item(regions.map(inert).join(", ")),
      ...quoted(description, { margin: "  " }),
      ...(nature.trim() === "" ? [] : quoted(nature, { margin: "  " }))
    ])
  ),
  ...listed("Corrections", (annotation.corrections ?? []).flatMap(correctionLines))
]
