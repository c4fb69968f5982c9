import { Duration, Effect } from "effect"
import { GitDirectory } from "../../../../src/adapters/git/Git.ts"
import { takeTags } from "../../../../src/codeIndex/asking/sentences.ts"
import type { OutlineAnswer } from "../../../../src/codeIndex/model/answers.ts"
import { CodeIndex } from "../../../../src/codeIndex/service/CodeIndex.ts"
import { ReconcileTimeout } from "../../../../src/codeIndex/service/ReconcileTimeout.ts"
import { MaxTitleWait } from "../../../../src/evidence/files/MaxTitleWait.ts"
import { codeLayer } from "../../../../src/Layers.ts"
import { maxResults } from "../contenders.ts"
import type { Repair } from "./Repair.ts"

/** The innermost definition that has a line, by name. */
const enclosing = (definitions: OutlineAnswer["definitions"], line: number): string | undefined =>
  definitions
    .filter((each) => each.line <= line && line <= each.end_line && each.type !== "field")
    .toSorted((a, b) => a.end_line - a.line - (b.end_line - b.line))[0]?.name

/**
 * Asks the index of a work tree, which is made first if needed, for the repair: as a query in words, as one tag, and with tags.
 *
 * @returns The hits of each, best first, and the definitions that have the changed lines, as `path:name`.
 */
export const askIndex = (
  directory: string,
  { text }: Repair,
  tags: ReadonlyArray<string>,
  changed: ReadonlyMap<string, ReadonlyArray<number>>
) =>
  Effect.gen(function* () {
    const index = yield* CodeIndex
    const asQuery = yield* index.search({ tags: takeTags(text).tags, limit: maxResults }, text)
    const asTag = yield* index.search({ tags: [text], limit: maxResults })
    const withTags = yield* index.search({ tags, limit: maxResults })
    const definitions = yield* Effect.forEach([...changed], ([path, lines]) =>
      Effect.map(index.outline(path), (outline) =>
        lines.flatMap((line) => {
          const name = enclosing(outline.definitions, line)
          return name === undefined ? [] : [`${path}:${name}`]
        })
      )
    )
    return {
      asQuery: asQuery.results,
      asTag: asTag.results,
      withTags: withTags.results,
      functions: [...new Set(definitions.flat())]
    }
  }).pipe(
    Effect.provide(codeLayer),
    Effect.provideService(GitDirectory, directory),
    Effect.provideService(ReconcileTimeout, Duration.infinity),
    Effect.provideService(MaxTitleWait, Duration.infinity)
  )
