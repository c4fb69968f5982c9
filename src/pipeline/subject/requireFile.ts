import { Effect } from "effect"
import { failAbsent } from "./failAbsent.ts"
import { PathIsDirectory, PipelineError } from "./PipelineError.ts"
import type { Subject } from "./Subject.ts"

/** Fails where a path names nothing, or a folder. */
export const requireFile = Effect.fnUntraced(function* (subject: Subject, path: string) {
  if (subject.kind === "absent") return yield* failAbsent(subject, path)
  if (subject.kind === "directory") {
    return yield* new PipelineError({ reason: new PathIsDirectory({ path }) })
  }
})
