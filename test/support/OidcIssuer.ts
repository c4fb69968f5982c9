import { createServer, type ServerResponse } from "node:http"
import { Clock, Effect } from "effect"
import { exportJWK, generateKeyPair, SignJWT } from "jose"

/** What the issuer answers instead of its documents. */
export type Trouble =
  | "cut"
  | "error"
  | "html"
  | "huge"
  | "invalid"
  | "other issuer"
  | "redirect"
  | "silent"
  | "unsafe keys"

const audience = "https://git.example.com"

const answerTrouble = (trouble: Trouble, response: ServerResponse): void => {
  switch (trouble) {
    case "cut":
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
      response.write("{", () => response.destroy())
      return
    case "error":
      response.writeHead(500, { "content-type": "application/json" }).end("{}")
      return
    case "html":
      response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>")
      return
    case "huge":
      response.writeHead(200, { "content-type": "application/json" }).end(`{"keys":[${'{"a":1},'.repeat(300_000)}{}]}`)
      return
    case "invalid":
      response.writeHead(200, { "content-type": "application/json" }).end("[")
      return
    case "redirect":
      response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()
      return
    case "other issuer":
    case "silent":
    case "unsafe keys":
  }
}

/** A key pair for the algorithm ES256 under a name. */
const makeKey = Effect.fnUntraced(function* (kid: string) {
  const { privateKey, publicKey } = yield* Effect.promise(() => generateKeyPair("ES256", { extractable: true }))
  const jwk = yield* Effect.promise(() => exportJWK(publicKey))
  return { kid, privateKey, published: { ...jwk, kid, alg: "ES256", use: "sig" } }
})

type SigningKey = Effect.Success<ReturnType<typeof makeKey>>

interface Issued {
  key: SigningKey
  trouble: Trouble | undefined
  requests: number
  base: string
}

/** Starts an identity provider on this machine: metadata, keys, and tokens that it signs. Stopped at the end of the scope. */
export const makeOidcIssuer = Effect.gen(function* () {
  const issued: Issued = { key: yield* makeKey("one"), trouble: undefined, requests: 0, base: "" }
  const server = createServer((request, response) => {
    issued.requests += 1
    const { base, key, trouble } = issued
    if (trouble !== undefined && !["other issuer", "unsafe keys"].includes(trouble))
      return answerTrouble(trouble, response)
    const issuer = trouble === "other issuer" ? "https://other.example.com" : base
    const documents: Readonly<Record<string, object>> = {
      "/.well-known/openid-configuration": {
        issuer,
        jwks_uri: trouble === "unsafe keys" ? "http://keys.example.com/" : `${base}/keys`
      },
      "/keys": { keys: [key.published] }
    }
    const document = documents[request.url ?? ""]
    response.writeHead(document === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(document ?? {}))
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
  )
  const address = server.address()
  issued.base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const sign = Effect.fnUntraced(function* (claims: Readonly<Record<string, unknown>> = {}, key?: SigningKey) {
    const { kid, privateKey } = key ?? issued.key
    const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const payload = {
      iss: issued.base,
      aud: audience,
      sub: "ann",
      exp: seconds + 300,
      scope: "openid ultragit:read",
      ...claims
    }
    return yield* Effect.promise(() => new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid }).sign(privateKey))
  })
  return {
    issuer: issued.base,
    audience,
    /** Signs a token for `ann` to read, valid for five minutes; `claims` override its claims. */
    sign,
    makeKey,
    /** Replaces the keys by a new one, which signs from now on. */
    rotate: (kid: string) => Effect.map(makeKey(kid), (key) => void (issued.key = key)),
    publicKey: () => issued.key.published,
    setTrouble: (trouble: Trouble | undefined) => void (issued.trouble = trouble),
    countRequests: () => issued.requests
  }
})
