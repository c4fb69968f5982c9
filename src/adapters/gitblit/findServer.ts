import { Effect, Option, Redacted, Result } from "effect"
import { lstatSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { parseEnv } from "node:util"
import { readVariable } from "../http/variables.ts"
import { GitblitConnectionError, ServerInvalid } from "./GitblitConnectionError.ts"

/** A server, and who asks it. Both come from the same source, so that credentials go nowhere else. */
export interface GitblitServer {
  /** Without a slash at its end. */
  readonly url: string
  /** Value of the header `Authorization`. */
  readonly authorization: Option.Option<Redacted.Redacted>
}

type Variables = Readonly<Record<string, string | undefined>>

const names = ["GITBLIT_URL", "GITBLIT_USER", "GITBLIT_PASSWORD", "GITBLIT_TOKEN"] as const

const fail = (detail: string) => Effect.fail(new GitblitConnectionError({ reason: new ServerInvalid({ detail }) }))

const isHeaderText = (text: string): boolean => /^[\x20-\x7e]{1,4096}$/.test(text)

const findAuthorization = (
  variables: Variables
): Effect.Effect<Option.Option<Redacted.Redacted>, GitblitConnectionError> => {
  const { GITBLIT_PASSWORD: password = "", GITBLIT_TOKEN: token = "", GITBLIT_USER: user = "" } = variables
  if (token !== "") {
    return isHeaderText(token)
      ? Effect.succeedSome(Redacted.make(`Bearer ${token}`))
      : fail("GITBLIT_TOKEN contains characters that no token has.")
  }
  if (user === "" && password === "") return Effect.succeedNone
  if (user === "" || user.includes(":")) return fail("GITBLIT_USER must be a name without a colon.")
  const encoded = Buffer.from(`${user}:${password}`, "utf8").toString("base64")
  return Effect.succeedSome(Redacted.make(`Basic ${encoded}`))
}

const parseUrl = (text: string): Effect.Effect<string, GitblitConnectionError> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    return fail("GITBLIT_URL must begin with http:// or https://.")
  }
  if (url.username !== "" || url.password !== "") {
    return fail("GITBLIT_URL must not contain credentials. Set GITBLIT_USER and GITBLIT_PASSWORD.")
  }
  return url.search === "" && url.hash === ""
    ? Effect.succeed(`${url.origin}${url.pathname.replace(/\/+$/, "")}`)
    : fail("GITBLIT_URL must not have a query or fragment.")
}

const fromVariables = Effect.fnUntraced(function* (variables: Variables) {
  const text = (variables["GITBLIT_URL"] ?? "").trim()
  if (text === "") return Option.none<GitblitServer>()
  const server: GitblitServer = { url: yield* parseUrl(text), authorization: yield* findAuthorization(variables) }
  return Option.some(server)
})

const readFile = (path: string): Option.Option<Variables> =>
  Result.getSuccess(Result.try(() => parseEnv(readFileSync(path, "utf8"))))

/** Whether a file is the user's own: no link, and closed to group and others. */
const isPrivate = (path: string): boolean => {
  const found = Result.getOrUndefined(Result.try(() => lstatSync(path, { throwIfNoEntry: false })))
  if (found === undefined || !found.isFile()) return false
  if (process.platform === "win32") return true
  return (found.mode & 0o077) === 0 && found.uid === process.getuid?.()
}

/**
 * Finds the server: in the environment, in a file that was named, or in `.env` of a folder if it is private and
 * `isTracked` says that no repository brought it.
 */
export const findServer = Effect.fnUntraced(function* <E, R>(options: {
  readonly envFile: string | undefined
  readonly directory: string
  readonly isTracked: Effect.Effect<boolean, E, R>
}) {
  if (options.envFile !== undefined) {
    const named = readFile(options.envFile)
    if (Option.isNone(named)) return yield* fail(`Cannot read the file of --env-file: ${options.envFile}`)
    const server = yield* fromVariables(named.value)
    return Option.isSome(server) ? server : yield* fail(`The file of --env-file has no GITBLIT_URL: ${options.envFile}`)
  }
  const values = yield* Effect.forEach(names, (name) => Effect.map(readVariable(name), Option.getOrUndefined))
  const inherited = yield* fromVariables(Object.fromEntries(names.map((name, at) => [name, values[at]])))
  if (Option.isSome(inherited)) return inherited
  const path = join(options.directory, ".env")
  const variables = isPrivate(path) ? readFile(path) : Option.none()
  if (Option.isNone(variables) || (yield* options.isTracked)) return Option.none<GitblitServer>()
  return yield* fromVariables(variables.value)
})
