import type { CallToolResult } from "@modelcontextprotocol/server"
import { Effect, Schema } from "effect"
import type { ServedToolset } from "../../../src/serving/server/ServedToolset.ts"
import type { AnyContract } from "../../../src/toolsets/tool/jsonSchema.ts"

/** A red pixel, as PNG. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
/** No sound at all, as WAV. */
const silence = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="

const text = (words: string) => ({ type: "text", text: words }) as const
const image = { type: "image", data: pixel, mimeType: "image/png" } as const
const embed = (uri: string, words: string) =>
  ({ type: "resource", resource: { uri, mimeType: "text/plain", text: words } }) as const

const succeed = (...content: CallToolResult["content"]) =>
  Effect.succeed<CallToolResult>({ content, structuredContent: {} })

/**
 * Long enough for three of the notifications that the server sends each second. In steps longer than theirs: a machine
 * that pauses is late with one notification, but they do not fall behind the steps.
 */
const work = Effect.repeat(Effect.sleep("1100 millis"), { times: 3 })

/** The tools that scenarios of the official conformance runner call, by name. */
const answers: ReadonlyMap<string, Effect.Effect<CallToolResult>> = new Map([
  ["test_simple_text", succeed(text("This is a simple text response for testing."))],
  ["test_image_content", succeed(image)],
  ["test_audio_content", succeed({ type: "audio", data: silence, mimeType: "audio/wav" })],
  ["test_embedded_resource", succeed(embed("test://embedded-resource", "This is an embedded resource content."))],
  [
    "test_multiple_content_types",
    succeed(text("Multiple content types test:"), image, embed("test://mixed-content-resource", "mixed"))
  ],
  [
    "test_error_handling",
    Effect.succeed({ content: [text("This tool intentionally returns an error for testing")], isError: true })
  ],
  ["test_tool_with_progress", Effect.andThen(work, succeed(text("The work is done.")))]
])

const Nothing = Schema.Struct({})

const contract = (name: string): AnyContract => ({
  name,
  title: name,
  command: name,
  description: "A tool for the conformance runner.",
  input: Nothing,
  output: Nothing,
  hints: { readOnly: true, idempotent: true, destructive: false }
})

const templated = /^test:\/\/template\/([^/]+)\/data$/

const read = (uri: string): unknown => {
  if (uri === "test://static-text") return { text: "This is the content of the static text resource." }
  const [, id] = templated.exec(uri) ?? []
  return id === undefined ? undefined : { id, templateTest: true, data: `Data for ID: ${id}` }
}

const listing = { description: "A resource for the conformance runner.", mimeType: "application/json" } as const

/** The tools and resources of the official runner's fixtures, as far as this server has the like. */
export const fixtureTools: ServedToolset = {
  name: "fixtures",
  title: "Fixtures",
  instructions: "",
  default: true,
  spansRepositories: false,
  indexesCode: false,
  names: [...answers.keys()],
  contracts: () => Promise.resolve([...answers.keys()].map(contract)),
  open: () => Effect.succeed((_, name) => answers.get(name)),
  resources: {
    list: [{ uri: "test://static-text", name: "static text", ...listing }],
    templates: [{ uriTemplate: "test://template/{id}/data", name: "template", ...listing }],
    open: Effect.succeed({
      read: (_, uri) => Effect.succeed(read(uri)),
      complete: () => Effect.succeed([])
    })
  }
}
