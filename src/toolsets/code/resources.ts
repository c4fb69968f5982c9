import { Effect } from "effect"
import { indexConfiguration } from "../../codeIndex/service/configuration.ts"
import { CodeIndex, type CodeIndexError } from "../../codeIndex/service/CodeIndex.ts"
import type { ResourcePrograms } from "../tool/Toolset.ts"
import { configUri, matchTemplate, outlineTemplate, searchTemplate, statusUri } from "./addresses.ts"

const ask = <A>(question: (index: CodeIndex["Service"]) => Effect.Effect<A, CodeIndexError>) =>
  Effect.flatMap(CodeIndex, question)

/** The outline of a file; undefined if there is none at the path. */
const outlineOf = (index: CodeIndex["Service"], path: string) =>
  Effect.catchReason(index.outline(path), "CodeError", "FileUnknown", () => Effect.undefined)

/** Reads the resources of the code index. */
export const resources: ResourcePrograms<CodeIndex> = {
  read: (uri) => {
    if (uri === statusUri) return ask((index) => index.status({}))
    if (uri === configUri) return Effect.succeed(indexConfiguration)
    const path = matchTemplate(outlineTemplate, uri)
    if (path !== undefined) return ask((index) => outlineOf(index, path))
    const tag = matchTemplate(searchTemplate, uri)
    return tag === undefined ? undefined : ask((index) => index.search({ tags: [tag] }))
  },
  complete: (uriTemplate, value) =>
    ask((index) => index.complete({ of: uriTemplate === outlineTemplate ? "path" : "name", prefix: value }))
}
