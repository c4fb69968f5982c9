import { resolve } from "node:path"
import { Effect } from "effect"
import { replaceFile } from "../../adapters/git/RegularFile.ts"
import { describeFileProblem } from "../../domain/FileProblem.ts"
import { GraphError, ReportUnwritable } from "../model/GraphError.ts"

/** Writes a report, replacing a file that is there. Fails with `ReportUnwritable`. */
export const writeReport = (file: string, text: string) =>
  replaceFile(resolve(file), text).pipe(
    Effect.mapError(
      (error) => new GraphError({ reason: new ReportUnwritable({ file, detail: describeFileProblem(error) }) })
    ),
    Effect.withSpan("CodeGraph.writeReport")
  )
