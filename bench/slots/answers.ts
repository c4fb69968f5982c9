import { Effect, Predicate } from "effect"
import { startWarmServer } from "../calls.ts"
import { figureOf, type Row } from "../measure.ts"
import { outputOf } from "../processes.ts"
import type { Slot } from "../Slot.ts"
import type { Subject } from "../Subject.ts"

/** Makes one question of each kind, for the tool and for the command line. */
const questionsOf = ({ depended, long, units }: Subject) => {
  const [unit] = units
  const [place] = depended
  const asked = [
    ["read", long.path, undefined],
    ["deps", place?.path, place?.anchor],
    ["history", unit?.path, unit?.anchor],
    ["summary", long.path, undefined]
  ] as const
  return asked.flatMap(([tool, path, anchor]) => (path === undefined ? [] : [{ tool, path, anchor }]))
}

const sizeOf = (result: unknown, key: string): number =>
  Predicate.hasProperty(result, key) ? Buffer.byteLength(JSON.stringify(result[key])) : 0

const bytes = (what: string, size: number): Row => ({ what, ours: figureOf([size], "bytes") })

/** Bytes that an agent reads: the list of tools once per session, and each answer. */
export const answers: Slot = {
  name: "answers",
  about: "bytes of `tools/list`, and of an answer to each of the four questions, as the tool gives it and as Markdown",
  seconds: 10,
  measure: Effect.fn("answers")(function* (bench) {
    const subject = yield* bench.subject
    const server = yield* startWarmServer(bench, subject)
    const listed = yield* server.request("tools/list", {})
    const rows: Array<Row> = [bytes("`tools/list`, as sent", listed.bytes)]
    for (const { anchor, path, tool } of questionsOf(subject)) {
      const args = anchor === undefined ? { path } : { path, anchor }
      const reply = yield* server.request("tools/call", { name: `ultragit_${tool}`, arguments: args })
      const words = anchor === undefined ? [path] : [path, anchor]
      const markdown = yield* outputOf([...bench.program, tool, ...words], subject.directory)
      const place = `\`${words.join(" ")}\``
      rows.push(
        bytes(`${tool} of ${place}: the whole message`, reply.bytes),
        bytes(`${tool}: its JSON (\`structuredContent\`)`, sizeOf(reply.result, "structuredContent")),
        bytes(`${tool}: Markdown on the command line`, markdown.length)
      )
    }
    return rows
  }, Effect.scoped)
}
