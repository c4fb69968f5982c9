import { Effect, Schema } from "effect"
import { Annotation, type Region } from "../../domain/Annotation.ts"
import type { Change } from "../annotate/Change.ts"
import { decodeDraft } from "../annotate/decodeDraft.ts"
import { resolveDraft } from "../annotate/resolveDraft.ts"
import { formatTimestamp } from "../../domain/Instant.ts"
import { checkTexts, withLineFeeds } from "../context/checkTexts.ts"
import type { Drafted } from "./request.ts"

/** The annotation made from a draft. */
interface Resolved {
  readonly annotation: Annotation
  /** Number of regions that could not be resolved and were dropped. */
  readonly dropped: number
}

const given = ({ anchor, constraints, file, intent, lines, reasoning }: Drafted["regions"][number]) => ({
  file,
  ...(anchor.trim() === "" ? {} : { anchor: anchor.trim() }),
  ...(anchor.trim() !== "" || lines.trim() === "" ? {} : { lines: lines.trim() }),
  intent,
  ...(reasoning.trim() === "" ? {} : { reasoning }),
  constraints: constraints.filter((text) => text.trim() !== "").map((text) => ({ text, source: "inferred" }))
})

const inFileOrder = (a: Region, b: Region): number =>
  a.file === b.file ? a.lines.start - b.lines.start : a.file < b.file ? -1 : 1

/**
 * Turns the draft of a model into an `inferred` annotation of the commit. The timestamp is the author time of the commit, so
 * that annotations by authors are newer. Fails with `AnnotateError` for texts that must not go into a note.
 */
export const toAnnotation = Effect.fnUntraced(function* (drafted: Drafted, change: Change, model: string) {
  const texts = withLineFeeds({ summary: drafted.summary, regions: drafted.regions.map(given) })
  yield* checkTexts(texts)
  const draft = yield* decodeDraft(texts)
  const { problems, regions } = yield* resolveDraft(draft, change)
  const annotation = yield* Effect.orDie(
    Schema.decodeEffect(Annotation)({
      $schema: "ultragit/v1",
      commit: change.commit.id,
      timestamp: formatTimestamp(change.commit.authorTime * 1000),
      summary: draft.summary,
      context_level: "inferred",
      regions: regions.toSorted(inFileOrder),
      cross_cutting: [],
      provenance: {
        operation: "initial",
        derived_from: [],
        original_annotations_preserved: false,
        synthesis_notes: `Drafted by ${model} from the commit's message and change.`
      }
    })
  )
  return { annotation, dropped: problems.length } satisfies Resolved
})
