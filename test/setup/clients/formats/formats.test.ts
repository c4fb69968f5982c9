import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { ConfigFormat, Members } from "../../../../src/setup/clients/Client.ts"
import { jsonFormat } from "../../../../src/setup/clients/formats/jsonFormat.ts"
import { tomlFormat } from "../../../../src/setup/clients/formats/tomlFormat.ts"
import { jsonDocument, tomlDocument } from "../../../support/configDocuments.ts"

const members: Members = { command: "ultragit", args: ["mcp", "start", "--repo", "/a b"], cwd: "C:\\x" }
const json = jsonFormat("mcpServers")
const toml = tomlFormat("mcp_servers")

const put = (format: ConfigFormat, text: string, entry = members) =>
  Result.getOrThrow(format.put(text, "ultragit", entry))
const remove = (format: ConfigFormat, text: string) => Result.getOrThrow(format.remove(text, "ultragit"))
const detailOf = (result: Result.Result<unknown, { readonly kind: string; readonly detail: string }>): string =>
  Result.isFailure(result) ? `${result.failure.kind}: ${result.failure.detail}` : "accepted"

/** Adds an entry, adds it again without effect, removes it, and returns the text. */
const addAndRemove = (format: ConfigFormat, text: string): string => {
  const written = put(format, text)
  const entries = Result.getOrThrow(format.entries(written))
  assert.deepStrictEqual({ ...entries.find(({ name }) => name === "ultragit")?.members }, members, text)
  assert.strictEqual(put(format, written), written)
  return remove(format, written)
}

describe("a JSON document", () => {
  it.prop(
    "is the same, byte by byte, after an entry was added and removed",
    [Schema.Int],
    ([seed]) => {
      const text = jsonDocument(seed, "mcpServers")
      assert.strictEqual(addAndRemove(json, text), text)
    },
    { arbitrary: { runs: 250 } }
  )

  it.each([
    ["{}\n"],
    ['{ "mcpServers": {} }'],
    ['{\n  "mcpServers": {\n  }\n}\n'],
    ['{\n  "mcpServers": {\n    // none yet\n  }\n}\n'],
    ['{"mcpServers":{"a":{}}}'],
    ['{\n  "mcpServers": {\n    "a": {} // last\n  }}'],
    ['{\n  "mcpServers": {\n    "a": {}\n    , "b": {}\n  }\n}\n']
  ])("is restored despite its unusual layout: %j", (text) => assert.strictEqual(addAndRemove(json, text), text))

  it("keeps the comment behind the entry before ours", () => {
    const text = '{\n  "mcpServers": {\n    "a": {} // about a\n  }\n}\n'
    assert.include(put(json, text), '"a": {}, // about a\n    "ultragit": {\n')
  })

  it("keeps an entry that was added after ours", () => {
    const written = put(json, '{ "mcpServers": { "a": {} } }')
    const more = written.replace(/ \} \}$/, ', "b": {} } }')
    assert.strictEqual(remove(json, more), '{ "mcpServers": { "a": {}, "b": {} } }')
  })

  it("is rejected with a duplicate key", () => {
    const twice = '{ "mcpServers": {}, "mcpServers": {} }'
    assert.strictEqual(
      detailOf(json.put(twice, "ultragit", members)),
      'uneditable: it contains "mcpServers" more than once.'
    )
    const entries = '{ "mcpServers": { "ultragit": {}, "ultragit": {} } }'
    assert.include(detailOf(json.remove(entries, "ultragit")), 'it contains "ultragit" more than once')
  })

  it("has the whole entry of a remote server replaced", () => {
    const text = '{\n\t"mcpServers": {\n\t\t"ultragit": { "type": "http", "url": "https://example.org" }\n\t}\n}\n'
    assert.deepStrictEqual(JSON.parse(put(json, text)), { mcpServers: { ultragit: members } })
  })

  it("gets the entry below the nested key if it has entries there", () => {
    const nested = jsonFormat("mcp", "servers")
    const text = '{\n  "mcp": {\n    "servers": {\n      "a": { "type": "local" }\n    }\n  }\n}\n'
    assert.deepStrictEqual(JSON.parse(put(nested, text)), {
      mcp: { servers: { a: { type: "local" }, ultragit: members } }
    })
    assert.strictEqual(remove(nested, put(nested, text)), text)
    const server = '{ "mcp": { "servers": { "type": "local" } } }'
    assert.deepStrictEqual(Object.keys(JSON.parse(put(nested, server)).mcp), ["servers", "ultragit"])
  })
})

describe("a TOML document", () => {
  it.prop(
    "is the same, byte by byte, after an entry was added and removed",
    [Schema.Int],
    ([seed]) => {
      const text = tomlDocument(seed, "mcp_servers")
      if (Result.isSuccess(toml.entries(text))) assert.strictEqual(addAndRemove(toml, text), text)
    },
    { arbitrary: { runs: 250 } }
  )

  it.each([
    [""],
    ["\n"],
    ["a = 1"],
    ["# only a remark"],
    ["[mcp_servers]\r\na.command = 'x'\r\n"],
    ["[[list]]\nx = 1\n\n\n"],
    ['"mcp_servers"."a".command = """\n[mcp_servers.ultragit]\n"""\n']
  ])("is restored despite its unusual layout: %j", (text) => assert.strictEqual(addAndRemove(toml, text), text))

  it("keeps comments above our table and tables after it", () => {
    const written = `a = 1\n\n# mine\n${put(toml, "")}\n# of b\n[mcp_servers.b]\ncommand = 'b'\n`
    assert.strictEqual(remove(toml, written), "a = 1\n\n# mine\n\n# of b\n[mcp_servers.b]\ncommand = 'b'\n")
  })

  it("loses our table and its nested tables, in any order and quoting", () => {
    const text = `[ "mcp_servers" . 'ultragit' ] # ours\ncommand = "x" # why\nargs = [\n  "a", # one\n]\n\n[b]\nx = 1\n\n[mcp_servers.ultragit.env]\nK = "v"\n[[mcp_servers.ultragit.hooks]]\ny = 1\n`
    assert.strictEqual(remove(toml, text), "\n[b]\nx = 1\n")
  })

  it("loses our entry even if it is a pair of another table", () => {
    const text = "[mcp_servers]\na = { command = 'a' }\nultragit = { command = 'x' } # ours\nultragit-2.command = 'y'\n"
    assert.strictEqual(remove(toml, text), "[mcp_servers]\na = { command = 'a' }\nultragit-2.command = 'y'\n")
  })

  it("gets the members of our table updated in place, and keeps the user's members and comments", () => {
    const text =
      '[mcp_servers.ultragit] # ours\r\n  command = "old" # path\r\n  startup_timeout_sec = 20\r\n\r\n[b]\r\n'
    assert.strictEqual(
      put(toml, text),
      `[mcp_servers.ultragit] # ours\r\n  command = "ultragit" # path\r\n  startup_timeout_sec = 20\r\n  args = ["mcp", "start", "--repo", "/a b"]\r\n  cwd = "C:\\\\x"\r\n\r\n[b]\r\n`
    )
  })

  it("has the whole entry of a remote server replaced", () => {
    const text =
      '[mcp_servers.ultragit]\nurl = "https://example.org"\n[mcp_servers.ultragit.http_headers]\nA = "b"\n[z]\n'
    assert.strictEqual(put(toml, text), `[z]\n\n${put(toml, "")}`)
  })

  it.each([
    ["mcp_servers = { a = { command = 'x' } }\n", '"mcp_servers" is written as an inline table'],
    ["[mcp_servers]\nultragit = { command = 'x' }\n", '"ultragit" is written as an inline table'],
    ["mcp_servers.ultragit.command = 'x'\n", '"ultragit" is written as an inline table'],
    ["[[mcp_servers]]\n", '"mcp_servers" is not a table'],
    ["a = \n", "line 1"]
  ])("is rejected instead of rewritten: %j", (text, detail) => {
    assert.include(detailOf(toml.put(text, "ultragit", members)), detail)
  })

  it("formats the entry as one line to add by hand", () => {
    const line = toml.line("my server", { command: "u\u007f", args: ["a"] })
    assert.strictEqual(line, '"my server" = { command = "u\\u007f", args = ["a"] }')
    assert.deepStrictEqual(Result.getOrThrow(toml.entries(`[mcp_servers]\n${line}\n`)), [
      { name: "my server", members: { command: "u\u007f", args: ["a"] } }
    ])
  })
})
