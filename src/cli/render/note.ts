import type { Annotation, Correction, Provenance, Region } from "../../domain/Annotation.ts"
import { blank, facts, heading, escapeLine, item, type Line, paragraphs, plain, quote, section, title } from "./Line.ts"
import {
  alternativeLines,
  constraintLines,
  formatDay,
  flagLines,
  formatOrigin,
  formatPlace,
  reasoningLines,
  riskLines,
  shortId,
  formatSpread
} from "./parts.ts"

const bulletLines = (label: string, texts: ReadonlyArray<string>): ReadonlyArray<Line> =>
  texts.length === 0 ? [] : [...quote("", { label }), ...texts.flatMap((text) => quote(text, { bullet: true }))]

const regionLines = (region: Region): ReadonlyArray<Line> => [
  blank,
  heading(`${escapeLine(region.ast_anchor.name)} (${formatPlace(region.file, region.lines)})`),
  ...paragraphs([
    flagLines(region.flags),
    quote(region.intent),
    reasoningLines(region.reasoning),
    constraintLines(region.constraints),
    alternativeLines(region.alternatives),
    riskLines(region.risk_notes),
    bulletLines(
      "Relies on",
      region.semantic_dependencies.map(
        ({ anchor, file, nature }) => `${escapeLine(file)}:${escapeLine(anchor)}: ${escapeLine(nature)}`
      )
    ),
    bulletLines(
      "Related",
      region.related_annotations.map(
        ({ anchor, commit, relationship }) => `${shortId(commit)} ${escapeLine(anchor)} (${escapeLine(relationship)})`
      )
    ),
    region.tags.length === 0 ? [] : quote(region.tags.map(escapeLine).join(", "), { label: "Tags" })
  ]),
  ...(region.spread === true ? [blank, facts([formatSpread(region.spread)])] : [])
]

const derivationLines = ({ derived_from, synthesis_notes }: Provenance): ReadonlyArray<Line> => [
  ...(derived_from.length === 0 ? [] : [plain(`From ${derived_from.map(shortId).join(", ")}.`)]),
  ...(synthesis_notes === undefined || synthesis_notes.trim() === "" ? [] : quote(synthesis_notes))
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
    `${escapeLine(file)}:${escapeLine(anchor)}, ${action}${field === undefined ? "" : ` ${escapeLine(field)}`}, ${escapeLine(author)}, ${formatDay(timestamp)}`
  ),
  ...quote(value, { margin: "  " })
]

const sectionLines = (name: string, lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.length === 0 ? [] : [blank, section(name), ...lines]

/** Renders a note: its regions with corrections applied, shared concerns, and where it came from. */
export const renderNote = (annotation: Annotation): ReadonlyArray<Line> => [
  title(`Annotation of ${shortId(annotation.commit)}`),
  blank,
  ...quote(annotation.summary),
  ...(annotation.task === undefined ? [] : quote(annotation.task, { label: "Task" })),
  blank,
  facts([formatDay(annotation.timestamp), formatOrigin(annotation.context_level, annotation.provenance)]),
  ...derivationLines(annotation.provenance),
  ...annotation.regions.flatMap(regionLines),
  ...sectionLines(
    "Shared concerns",
    annotation.cross_cutting.flatMap(({ description, nature, regions }) => [
      item(regions.map(escapeLine).join(", ")),
      ...quote(description, { margin: "  " }),
      ...(nature.trim() === "" ? [] : quote(nature, { margin: "  " }))
    ])
  ),
  ...sectionLines("Corrections", (annotation.corrections ?? []).flatMap(correctionLines))
]
