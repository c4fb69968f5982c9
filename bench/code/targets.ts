import { Effect, Schema } from "effect"
import type { Server } from "../server.ts"

/** A function of a repository. */
export interface Target {
  readonly path: string
  readonly name: string
}

/** Which functions to choose. */
interface Choice {
  /** Folder or file with them; empty for all. */
  readonly under: string
  readonly count: number
}

const Functions = Schema.Struct({
  structuredContent: Schema.Struct({
    results: Schema.Array(Schema.Struct({ name: Schema.String, file_path: Schema.String, kind: Schema.String })),
    total_count: Schema.Int
  })
})

/** Chooses functions of top levels of JavaScript and TypeScript, evenly spread, by asking a server with an index. */
export const chooseTargets = Effect.fnUntraced(function* (server: Server, { count, under }: Choice) {
  const page = { query_type: "functions", path: under, limit: 1000 }
  const read = (offset: number) =>
    Effect.flatMap(
      server.request("tools/call", { name: "repotoire_query_graph", arguments: { ...page, offset } }),
      (reply) => Schema.decodeUnknownEffect(Functions)(reply.result)
    )
  const { total_count: total } = (yield* read(0)).structuredContent
  const offsets = Array.from({ length: Math.ceil(total / page.limit) }, (_, index) => index * page.limit)
  const pages = yield* Effect.forEach(offsets, read)
  const all = pages
    .flatMap(({ structuredContent }) => structuredContent.results)
    .filter(({ file_path: path, kind, name }) => kind === "function" && /^\w+$/.test(name) && /\.[jt]sx?$/.test(path))
    .map(({ file_path: path, name }): Target => ({ path, name }))
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, index) => index % step === 0).slice(0, count)
})
