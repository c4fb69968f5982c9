import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { addToken, revokeToken } from "../../../src/serving/auth/tokens.ts"
import { readTokens } from "../../../src/serving/auth/TokensFile.ts"
import { inputSchema } from "../../../src/toolsets/tool/jsonSchema.ts"
import { toolsets } from "../../../src/toolsets/toolsets.ts"
import { requiredScope } from "../../../src/serving/auth/requiredScope.ts"
import { initialize, post } from "../../support/postMcp.ts"
import { runCommand } from "../../support/runCommand.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"
import { bearer, call, day, get, startWithTokens } from "./authenticated.ts"

const script = fileURLToPath(new URL("../../support/tokensUnreadable.ts", import.meta.url))

const ci = { name: "ci", repositories: ["app"], scopes: ["read"], validMillis: day } as const

describe("the file of tokens", () => {
  it.live("has hashes of 256 random bits, for the user alone", () =>
    Effect.gen(function* () {
      const file = join(yield* makeFolder, "new", "tokens.json")
      const { token } = yield* addToken(file, ci)
      assert.match(token, /^ultragit_[A-Za-z0-9_-]{43}$/)
      assert.notInclude(readFileSync(file, "utf8"), token.slice("ultragit_".length))
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.strictEqual((yield* Effect.flip(addToken(file, ci))).code, "token_exists")
      yield* revokeToken(file, "ci")
      assert.deepStrictEqual(yield* readTokens(file), [])
      assert.strictEqual((yield* Effect.flip(revokeToken(file, "ci"))).code, "token_unknown")
    })
  )

  it.live("is refused if others may read it, if it is a link, or not valid", () =>
    Effect.gen(function* () {
      const folder = yield* makeFolder
      const file = join(folder, "tokens.json")
      yield* addToken(file, ci)
      symlinkSync(file, join(folder, "link.json"))
      assert.match((yield* Effect.flip(readTokens(join(folder, "link.json")))).message, /symbolic link/)
      assert.match((yield* Effect.flip(readTokens(folder))).message, /no regular file/)
      chmodSync(file, 0o640)
      assert.match((yield* Effect.flip(readTokens(file))).message, /has mode 640/)
      chmodSync(file, 0o600)
      writeFileSync(file, "{")
      assert.strictEqual((yield* Effect.flip(readTokens(file))).code, "tokens_file_invalid")
      writeFileSync(file, '{"tokens":[{"name":"ci","sha256":"secret-by-mistake"}]}')
      const { message } = yield* Effect.flip(readTokens(file))
      assert.match(message, /sha256/)
    })
  )
})

describe("a request", () => {
  it.live("needs a token that is known, not expired and not revoked", () =>
    Effect.gen(function* () {
      const { base, file, issue, url } = yield* startWithTokens()
      const token = yield* issue("ann", ["repo"])
      const expired = yield* issue("old", ["repo"], ["read"], -1)
      const status = (headers: Readonly<Record<string, string>>) =>
        Effect.map(post(url, initialize(1), headers), (answer) => answer.status)
      assert.strictEqual(yield* status(bearer(token)), 200)
      assert.strictEqual(yield* status({ authorization: `bearer ${token}` }), 200)
      for (const headers of [
        {},
        bearer(expired),
        bearer("ultragit_unknown"),
        bearer("eyJhbGciOiJub25lIn0.e30."),
        { authorization: `Basic ${Buffer.from(`ann:${token}`).toString("base64")}` },
        { authorization: token },
        { authorization: `Bearer  ${token}` }
      ]) {
        const answer = yield* post(url, initialize(1), headers)
        assert.strictEqual(answer.status, 401)
        assert.match(answer.headers["www-authenticate"] ?? "", /^Bearer realm="ultragit".*scope="ultragit:read"/)
        assert.notInclude(answer.headers["www-authenticate"] ?? "", "resource_metadata")
        assert.notInclude(answer.text, token)
        assert.isObject(JSON.parse(answer.text))
      }
      assert.strictEqual((yield* post(`${url}?access_token=${token}`, initialize(1))).status, 401)
      // Where tokens are given out by hand, metadata would make clients start OAuth.
      for (const path of [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/r/repo/mcp"
      ]) {
        const answer = yield* get(`${base}${path}`)
        assert.deepStrictEqual([answer.status, typeof JSON.parse(answer.text)], [404, "object"])
      }
      yield* revokeToken(file, "ann")
      assert.strictEqual(yield* status(bearer(token)), 401)
    })
  )

  it.live("is refused while the file of tokens cannot be used", () =>
    Effect.gen(function* () {
      const { file, issue, url } = yield* startWithTokens()
      const token = yield* issue("ann", ["repo"])
      chmodSync(file, 0o644)
      assert.strictEqual((yield* post(url, initialize(1), bearer(token))).status, 503)
      chmodSync(file, 0o600)
      assert.strictEqual((yield* post(url, initialize(1), bearer(token))).status, 200)
    })
  )

  it.live("is let in again a second after a read of the tokens failed, though their file is unchanged", () =>
    Effect.gen(function* () {
      const { stdout } = yield* runCommand({
        command: "/bin/sh",
        args: [
          "-c",
          'ulimit -n 128 && exec "$0" "$1" "$2"',
          process.execPath,
          script,
          join(yield* makeFolder, "tokens")
        ],
        cwd: process.cwd(),
        env: process.env
      })
      const [, answers] = /(\{.*\})$/.exec(stdout.toString()) ?? []
      assert.deepStrictEqual(JSON.parse(answers ?? ""), {
        without: "Unavailable",
        soon: "Unavailable",
        later: "ann",
        isUsedUp: true
      })
    })
  )

  it.live("cannot tell a repository it may not see from one that does not exist", () =>
    Effect.gen(function* () {
      const { base, issue, url } = yield* startWithTokens()
      const token = yield* issue("ann", ["other", "team/*"])
      const hidden = yield* post(url, initialize(1), bearer(token))
      const missing = yield* post(`${base}/r/none/mcp`, initialize(1), bearer(token))
      assert.deepStrictEqual([hidden.status, hidden.text], [404, missing.text])
      assert.strictEqual((yield* call(url, token, "demo_echo", { path: "a" })).status, 404)
      const all = yield* issue("bob", ["*"])
      assert.strictEqual((yield* call(url, all, "demo_echo", { path: "a" })).status, 200)
    })
  )

  it.live("needs the scope of its call", () =>
    Effect.gen(function* () {
      const { issue, url } = yield* startWithTokens()
      const reader = yield* issue("reader", ["repo"])
      const answer = yield* call(url, reader, "ultragit_annotate", { commit: "HEAD" })
      assert.strictEqual(answer.status, 403)
      assert.match(
        answer.headers["www-authenticate"] ?? "",
        /error="insufficient_scope", scope="ultragit:read ultragit:write"/
      )
      const none = yield* issue("none", ["repo"], [])
      assert.strictEqual((yield* call(url, none, "demo_echo", { path: "a" })).status, 403)
      const writer = yield* issue("writer", ["repo"], ["read", "write"])
      assert.strictEqual((yield* call(url, writer, "ultragit_annotate")).status, 200)
      assert.strictEqual((yield* call(url, writer, "repotoire_ask")).status, 403)
    })
  )

  it.live("is one of as many a minute as its principal may send", () =>
    Effect.gen(function* () {
      const { issue, url } = yield* startWithTokens({}, 3)
      const token = yield* issue("ann", ["repo"])
      for (let sent = 0; sent < 3; sent++) {
        assert.strictEqual((yield* call(url, token, "demo_echo", { path: "a" })).status, 200)
      }
      // A slow machine may have been given a further one in the meantime.
      const refused = yield* Effect.repeat(call(url, token, "demo_echo", { path: "a" }), {
        until: ({ status }) => status !== 200
      })
      assert.strictEqual(refused.status, 429)
      assert.isAtLeast(Number(refused.headers["retry-after"]), 1)
      const other = yield* issue("bob", ["repo"])
      assert.strictEqual((yield* call(url, other, "demo_echo", { path: "a" })).status, 200)
    })
  )
})

describe("a session", () => {
  it.live("is for the principal that opened it, as many as 100", () =>
    Effect.gen(function* () {
      const { issue, url } = yield* startWithTokens()
      const ann = yield* issue("ann", ["repo"])
      const bob = yield* issue("bob", ["repo"])
      const open = Effect.map(post(url, initialize(1), bearer(ann)), ({ headers }) => String(headers["mcp-session-id"]))
      const ping = (token: string, id: string) =>
        Effect.map(
          post(url, '{"jsonrpc":"2.0","id":2,"method":"ping"}', { "mcp-session-id": id, ...bearer(token) }),
          ({ status }) => status
        )
      const first = yield* open
      assert.strictEqual(yield* ping(ann, first), 200)
      assert.strictEqual(yield* ping(bob, first), 404)
      const second = yield* open
      yield* ping(ann, first)
      yield* Effect.forEach(Array.from({ length: 99 }), () => open, { discard: true })
      assert.deepStrictEqual([yield* ping(ann, second), yield* ping(ann, first)], [404, 200])
    })
  )
})

describe("the scopes of tools", () => {
  it.effect("let no tool write that a reader may call, but for indexing", () =>
    Effect.gen(function* () {
      const contracts = yield* Effect.promise(() =>
        Promise.all(
          toolsets.flatMap((toolset) =>
            toolset.use(({ tools }) => tools.map((tool) => tool.load().then(({ contract }) => contract)))
          )
        )
      )
      const writing = contracts.filter(({ hints }) => !hints.readOnly).map(({ name }) => name)
      assert.deepStrictEqual(
        writing.filter((name) => requiredScope(name, { force: true }) !== "write"),
        []
      )
      const forced = contracts.filter((contract) => JSON.stringify(inputSchema(contract)).includes('"force"'))
      assert.include(
        forced.map(({ name }) => name),
        "code-scout_index"
      )
      assert.deepStrictEqual(
        forced.filter(({ name }) => requiredScope(name, { force: true }) !== "write").map(({ name }) => name),
        []
      )
    })
  )
})
