import { Effect } from "effect"
import type { Tool } from "../../domain/Contract.ts"
import type { Git } from "../../adapters/git/Git.ts"
import { noteDocument } from "../../notes/format/encode.ts"
import type { NotesWriter } from "../../notes/NotesWriter.ts"
import type { Parser } from "../../adapters/parser/Parser.ts"
import { annotate, type AnnotateOutcome } from "../../writing/annotate/annotate.ts"
import { type AnnotateAnswer, type AnnotateArguments, annotateContract } from "./contracts.ts"

/** Formats an outcome for the tool and the CLI. */
export const answerOf = (outcome: AnnotateOutcome): AnnotateAnswer => {
  const { commit, kind, left_out, note, ref, regions, warnings } = outcome
  return {
    $schema: "ultragit-annotate/v1",
    commit,
    ref,
    kind,
    regions: regions.map(({ ast_anchor: anchor, file, lines }) => ({ file, anchor, lines })),
    ...(left_out.length === 0 ? {} : { left_out }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(kind === "dry-run" ? { note: noteDocument(note.annotation, note.original) } : {})
  }
}

/** Serves `ultragit_annotate`. */
export const annotateTool: Tool<typeof AnnotateArguments, typeof AnnotateAnswer, Git | NotesWriter | Parser> = {
  contract: annotateContract,
  program: ({ commit, dry_run, partial, replace, ...given }) =>
    Effect.map(annotate({ given, commit, dryRun: dry_run, partial, replace }), answerOf)
}
