import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Schema } from "effect"
import * as TestClock from "effect/testing/TestClock"
import { SignJWT, UnsecuredJWT } from "jose"
import { OidcSettings } from "../../../src/serving/auth/OidcSettings.ts"
import { oidcAuthenticator } from "../../../src/serving/auth/oidcAuthenticator.ts"
import { startHttp } from "../../support/conformance/overHttp.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { makeOidcIssuer, type Trouble } from "../../support/OidcIssuer.ts"
import { initialize, post } from "../../support/postMcp.ts"
import { bearer, call, get } from "./authenticated.ts"

const endpoint = "/r/repo/mcp"

const everything: OidcSettings["grants"] = [{ repositories: ["*"], scopes: ["read", "write", "model"] }]

/** An issuer, and an authenticator that trusts it. */
const start = Effect.fnUntraced(function* (special: Partial<OidcSettings> = {}) {
  const provider = yield* makeOidcIssuer
  const { audience, issuer } = provider
  const authenticator = yield* oidcAuthenticator({ issuer, url: audience, grants: everything, ...special })
  const ask = (token: string, resource = endpoint) => authenticator.authenticate(token, resource)
  return { ...provider, authenticator, ask }
})

const invalid = (detail: string) => ({ _tag: "Invalid" as const, detail })
const unavailable = "Unavailable"
const tagOf = (found: object) => ("_tag" in found ? found._tag : "Principal")

describe("a token of an identity provider", () => {
  it.effect("says who asks, and what of the grant it is for", () =>
    Effect.gen(function* () {
      const { ask, sign } = yield* start()
      assert.deepStrictEqual(yield* ask(yield* sign({ scope: "openid ultragit:write" })), {
        name: "ann",
        repositories: ["*"],
        scopes: ["read", "write"]
      })
      assert.deepInclude(yield* ask(yield* sign({ scope: "openid" })), { scopes: [] })
      assert.deepInclude(yield* ask(yield* sign({ scope: undefined, scp: ["ultragit:model"] })), {
        scopes: ["read", "model"]
      })
    })
  )

  it.effect("is for the server or the endpoint, as its audience says, among others or alone", () =>
    Effect.gen(function* () {
      const { ask, audience, sign } = yield* start({ audiences: ["api://ultragit"] })
      for (const aud of [
        audience,
        `${audience}${endpoint}`,
        "api://ultragit",
        ["https://other.example.com", audience]
      ]) {
        assert.deepInclude(yield* ask(yield* sign({ aud })), { name: "ann" })
      }
      const other = yield* sign({ aud: `${audience}/r/other/mcp` })
      assert.deepStrictEqual(yield* ask(other), invalid("The token's claim aud is not accepted"))
      assert.deepInclude(yield* ask(other, "/r/other/mcp"), { name: "ann" })
    })
  )

  it.effect("gets what the first grant for it gives, and nothing of later ones or without any", () =>
    Effect.gen(function* () {
      const { ask, sign } = yield* start({
        principalClaim: "email",
        grants: [
          { claim: "groups", value: "core", repositories: ["app", "lib/*"], scopes: ["read", "write"] },
          { claim: "groups", repositories: ["app"] }
        ]
      })
      const scope = "ultragit:read ultragit:write ultragit:model"
      const rights = (groups?: ReadonlyArray<string> | string) =>
        Effect.flatMap(sign({ email: "ann@example.com", scope, groups }), (token) => ask(token))
      const name = "ann@example.com"
      assert.deepStrictEqual(yield* rights(["web", "core"]), {
        name,
        repositories: ["app", "lib/*"],
        scopes: ["read", "write"]
      })
      assert.deepStrictEqual(yield* rights("web"), { name, repositories: ["app"], scopes: ["read"] })
      assert.deepStrictEqual(yield* rights(), { name, repositories: [], scopes: ["read"] })
    })
  )

  it.effect("without scopes of ours has those of the grant where that is configured", () =>
    Effect.gen(function* () {
      const { ask, sign } = yield* start({ ignoreTokenScopes: true })
      assert.deepInclude(yield* ask(yield* sign({ scope: "openid" })), { scopes: ["read", "write", "model"] })
    })
  )

  it.effect("is refused, with what is wrong, unless it is signed by the issuer for us, for now, by a key pair", () =>
    Effect.gen(function* () {
      const { ask, audience, issuer, makeKey, publicKey, sign } = yield* start()
      yield* TestClock.adjust("1 hour")
      const now = 3600
      const claims = { iss: issuer, aud: audience, sub: "ann", exp: now + 300, scope: "ultragit:read" }
      const [header = "", , signature = ""] = (yield* sign()).split(".")
      const secret = new TextEncoder().encode(JSON.stringify(publicKey()))
      const forged = Buffer.from(JSON.stringify({ ...claims, sub: "root" })).toString("base64url")
      const cases: ReadonlyArray<readonly [token: string, detail: string]> = [
        [yield* sign({ exp: now - 31 }), "The token has expired"],
        [yield* sign({ nbf: now + 60 }), "The token's claim nbf is not accepted"],
        [yield* sign({ iss: "https://other.example.com" }), "The token's claim iss is not accepted"],
        [yield* sign({ aud: "https://git.example.com.evil.example" }), "The token's claim aud is not accepted"],
        [yield* sign({ aud: undefined }), "The token's claim aud is not accepted"],
        [yield* sign({ exp: undefined }), "The token's claim exp is not accepted"],
        [yield* sign({ sub: undefined }), "The token's claim sub names nobody"],
        [yield* sign({ sub: "ann\n<root>" }), "The token's claim sub names nobody"],
        [yield* sign({ sub: "a".repeat(201) }), "The token's claim sub names nobody"],
        [yield* sign({}, yield* makeKey("one")), "The token is not valid"],
        [yield* sign({}, yield* makeKey("unknown")), "The token is signed by an unknown key"],
        [new UnsecuredJWT(claims).encode(), "The token's algorithm is not accepted"],
        [
          yield* Effect.promise(() =>
            new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(secret)
          ),
          "The token's algorithm is not accepted"
        ],
        [[header, forged, signature].join("."), "The token is not valid"],
        ["ultragit_opaque", "The token is not valid"]
      ]
      for (const [token, detail] of cases) assert.deepStrictEqual(yield* ask(token), invalid(detail))
      assert.deepInclude(yield* ask(yield* sign({ exp: now - 29 })), { name: "ann" })
    })
  )
})

describe("the keys of an identity provider", () => {
  it.effect("are read once, and again when a token is signed by a new one, at most each half minute", () =>
    Effect.gen(function* () {
      const { ask, countRequests, makeKey, rotate, sign } = yield* start()
      const old = yield* sign()
      yield* Effect.all([ask(old), ask(old), ask(old)], { concurrency: "unbounded" })
      assert.strictEqual(countRequests(), 2)
      const unknown = yield* sign({}, yield* makeKey("unknown"))
      yield* Effect.forEach(Array.from({ length: 20 }), () => ask(unknown), { concurrency: "unbounded" })
      assert.strictEqual(countRequests(), 2)
      yield* rotate("two")
      assert.strictEqual(tagOf(yield* ask(yield* sign())), "Invalid")
      yield* TestClock.adjust("31 seconds")
      assert.deepInclude(yield* ask(yield* sign()), { name: "ann" })
      assert.strictEqual(countRequests(), 4)
      assert.deepStrictEqual(yield* ask(old), invalid("The token is signed by an unknown key"))
    })
  )

  it.effect("serve for an hour while the provider is down", () =>
    Effect.gen(function* () {
      const { ask, setTrouble, sign } = yield* start()
      assert.deepInclude(yield* ask(yield* sign()), { name: "ann" })
      setTrouble("error")
      yield* TestClock.adjust("59 minutes")
      assert.deepInclude(yield* ask(yield* sign()), { name: "ann" })
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(tagOf(yield* ask(yield* sign())), unavailable)
      setTrouble(undefined)
      yield* TestClock.adjust("6 seconds")
      assert.deepInclude(yield* ask(yield* sign()), { name: "ann" })
    })
  )

  const troubles: ReadonlyArray<Trouble> = [
    "cut",
    "error",
    "html",
    "huge",
    "invalid",
    "other issuer",
    "redirect",
    "unsafe keys"
  ]
  for (const trouble of troubles) {
    it.effect(`cannot be had from one whose answer is ${trouble}, which is not asked again at once`, () =>
      Effect.gen(function* () {
        const { ask, countRequests, setTrouble, sign } = yield* start()
        setTrouble(trouble)
        assert.strictEqual(tagOf(yield* ask(yield* sign())), unavailable)
        const asked = countRequests()
        assert.strictEqual(tagOf(yield* ask(yield* sign())), unavailable)
        assert.strictEqual(countRequests(), asked)
        setTrouble(undefined)
        yield* TestClock.adjust("6 seconds")
        assert.deepInclude(yield* ask(yield* sign()), { name: "ann" })
      })
    )
  }

  it.effect("are waited for, for as long as the time limit", () =>
    Effect.gen(function* () {
      const { ask, countRequests, setTrouble, sign } = yield* start()
      setTrouble("silent")
      const waiting = yield* Effect.forkChild(ask(yield* sign()))
      while (countRequests() === 0) yield* TestClock.withLive(Effect.sleep("5 millis"))
      yield* TestClock.adjust("5 seconds")
      while (countRequests() === 1) yield* TestClock.withLive(Effect.sleep("5 millis"))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(tagOf(yield* Fiber.join(waiting)), unavailable)
    })
  )
})

describe("the settings of an identity provider", () => {
  it("have addresses that are encrypted or of this machine, and that of the server without a path", () => {
    const decode = Schema.decodeUnknownOption(OidcSettings)
    const isValid = (special: object) =>
      Option.isSome(
        decode({ issuer: "https://id.example.com/realm", url: "https://git.example.com", grants: [], ...special })
      )
    assert.isTrue(isValid({}))
    assert.isTrue(isValid({ issuer: "http://127.0.0.1:8080/", url: "http://localhost:7337" }))
    for (const special of [
      { issuer: "http://id.example.com" },
      { issuer: "https://user:secret@id.example.com" },
      { issuer: "https://id.example.com/?a=b" },
      { issuer: "id.example.com" },
      { keys: "http://id.example.com/keys" },
      { url: "https://git.example.com/mcp" },
      { algorithms: ["HS256"] },
      { algorithms: ["none"] },
      { algorithms: [] }
    ]) {
      assert.isFalse(isValid(special), JSON.stringify(special))
    }
  })
})

describe("a server with an identity provider", () => {
  const startServer = Effect.gen(function* () {
    const started = yield* start()
    const base = yield* startHttp(
      { name: "demo", version: "1.2.3", toolsets: demoToolsets(), repository: "" },
      { authentication: { authenticator: started.authenticator, requestsPerMinute: 600, auditArguments: false } }
    )
    return { ...started, base, url: `${base}${endpoint}` }
  })

  it.live("says where to get a token, in the refusal and at the well-known addresses, of any endpoint alike", () =>
    Effect.gen(function* () {
      const { audience, base, issuer, url } = yield* startServer
      const refused = yield* post(url, initialize(1))
      assert.strictEqual(refused.status, 401)
      const known = "/.well-known/oauth-protected-resource"
      assert.include(refused.headers["www-authenticate"] ?? "", `resource_metadata="${audience}${known}${endpoint}"`)
      for (const path of ["", endpoint, "/r/none/mcp", "/mcp"]) {
        const { status, text } = yield* get(`${base}${known}${path}`)
        assert.deepStrictEqual(
          [status, JSON.parse(text)],
          [
            200,
            {
              resource: `${audience}${path}`,
              authorization_servers: [issuer],
              scopes_supported: ["ultragit:read", "ultragit:write", "ultragit:model"],
              bearer_methods_supported: ["header"],
              resource_name: "ultragit"
            }
          ]
        )
      }
    })
  )

  it.live("answers 503 while the provider is down", () =>
    Effect.gen(function* () {
      const { setTrouble, sign, url } = yield* startServer
      setTrouble("error")
      const { headers, status, text } = yield* post(url, initialize(1), bearer(yield* sign()))
      assert.deepStrictEqual([status, headers["retry-after"]], [503, "5"])
      assert.strictEqual(JSON.parse(text).error.code, "authentication_unavailable")
    })
  )

  it.live("answers 401 and 403 as the token and its scopes are, in JSON", () =>
    Effect.gen(function* () {
      const { audience, sign, url } = yield* startServer
      const token = yield* sign()
      assert.strictEqual((yield* call(url, token, "demo_echo", { path: "a" })).status, 200)
      const lacking = yield* call(url, token, "ultragit_annotate")
      assert.strictEqual(lacking.status, 403)
      assert.match(
        lacking.headers["www-authenticate"] ?? "",
        /error="insufficient_scope", scope="ultragit:read ultragit:write", resource_metadata="/
      )
      const other = yield* post(url, initialize(1), bearer(yield* sign({ aud: `${audience}/r/other/mcp` })))
      assert.deepStrictEqual([other.status, JSON.parse(other.text).error.code], [401, "unauthorized"])
      assert.match(other.headers["www-authenticate"] ?? "", /error="invalid_token"/)
      assert.strictEqual((yield* post(`${url}?access_token=${token}`, initialize(1))).status, 401)
      const basic = { authorization: `Basic ${Buffer.from(`ann:${token}`).toString("base64")}` }
      assert.strictEqual((yield* post(url, initialize(1), basic)).status, 401)
    })
  )
})
