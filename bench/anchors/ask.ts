import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { Effect, Schema } from "effect"
import { join } from "node:path"
import process from "node:process"
import { isolation } from "../../test/support/runGit.ts"
import type { Anchor } from "./notes.ts"

const root = join(import.meta.dirname, "../..")

const Answer = Schema.Struct({
  regions: Schema.Array(
    Schema.Struct({
      commit: Schema.String,
      intent: Schema.String,
      match: Schema.String,
      lines: Schema.optionalKey(Schema.Struct({ start: Schema.Int, end: Schema.Int }))
    })
  ),
  warnings: Schema.optionalKey(Schema.Array(Schema.String))
})

/** Describes what is wrong with an answer; undefined if it is right. */
const objection = (anchor: Anchor, { regions, warnings }: typeof Answer.Type): string | undefined => {
  const region = regions.find(({ intent }) => intent === anchor.intent)
  if (region === undefined) return `no region (${regions.length} others) ${warnings?.join(" ") ?? ""}`
  if (region.match !== "exact" && region.match !== "unqualified") {
    return `match ${region.match} ${warnings?.join(" ") ?? ""}`
  }
  if (!anchor.commit.startsWith(region.commit)) return `commit ${region.commit}`
  const { lines } = region
  if (lines === undefined) return "no lines"
  return lines.start <= anchor.line && anchor.line <= lines.end ? undefined : `lines ${lines.start}-${lines.end}`
}

/** Starts the built program as an MCP server for a repository, and connects a client. */
const connect = (directory: string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const client = new Client({ name: "anchors", version: "1" })
      const args = [join(root, "dist/main.js"), "mcp", "start", "--repo", directory]
      const pipe = new StdioClientTransport({ command: process.execPath, args, env: { ...isolation }, cwd: directory })
      yield* Effect.promise(() => client.connect(pipe))
      return client
    }),
    (client) => Effect.promise(() => client.close())
  )

/** Asks for each anchor by path and name, and returns it with what is wrong with the answer, if anything. */
export const askFor = Effect.fnUntraced(function* (directory: string, anchors: ReadonlyArray<Anchor>) {
  const client = yield* connect(directory)
  const ask = Effect.fnUntraced(function* (anchor: Anchor) {
    const result = yield* Effect.promise(() =>
      client.callTool({ name: "ultragit_read", arguments: { path: anchor.file, anchor: anchor.qualified } })
    )
    const answer = yield* Schema.decodeUnknownEffect(Answer)(result.structuredContent)
    return { anchor, wrong: objection(anchor, answer) }
  })
  return yield* Effect.forEach(anchors, ask)
}, Effect.scoped)
