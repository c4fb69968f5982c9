import { Effect, Layer, MutableRef, Option, References, Result } from "effect"
import { escapeControls } from "../../../domain/Text.ts"
import { serverLog } from "../../../serving/server/serverLog.ts"
import { serveRest } from "../../../serving/rest/serveRest.ts"
import { InterruptedCode } from "../../kit/ExitCode.ts"
import { exitCodes } from "../../kit/failures.ts"
import { writeOutput } from "../../kit/output.ts"
import { usageError } from "../../kit/query.ts"
import { parseAddress, urlHost } from "../serve/address.ts"
import { openAuthentication } from "../serve/authOptions.ts"
import { type ProtectionFlags, readHostNames, readProtection } from "../serve/protection.ts"

interface ServeFlags extends ProtectionFlags {
  readonly listen: string
  readonly hosts: ReadonlyArray<string>
  readonly cors: Option.Option<string>
}

const graceMillis = 10_000

const isOrigin = (text: string): boolean => text === "*" || /^https?:\/\/[^/\s@?#*]+$/.test(text)

const readOptions = (flags: ServeFlags) =>
  Result.gen(function* () {
    const address = yield* parseAddress(flags.listen)
    const protection = yield* readProtection(address, flags, {}, "--auth tokens")
    return { ...protection, address, hostNames: yield* readHostNames(flags.hosts) }
  })

/** Serves the REST interface of the Gitblit plugin until it is stopped. Prints the address once it listens. */
export const runServe = Effect.fn("Cli.gitblitServe")(function* (flags: ServeFlags) {
  const { address, auth, ...protection } = yield* Result.match(readOptions(flags), {
    onFailure: (message) => usageError("gitblit serve", message),
    onSuccess: Effect.succeed
  })
  const allowedOrigin = Option.getOrUndefined(flags.cors)
  if (allowedOrigin !== undefined && !isOrigin(allowedOrigin)) {
    const given = escapeControls(allowedOrigin)
    return yield* usageError("gitblit serve", `--cors takes an origin such as https://example.org, or *, not ${given}.`)
  }
  MutableRef.set(yield* InterruptedCode, exitCodes.success)
  const log = yield* Layer.build(serverLog(yield* References.MinimumLogLevel))
  const scheme = protection.certificate === undefined ? "http" : "https"
  return yield* serveRest({
    ...address,
    ...protection,
    authentication: yield* openAuthentication(auth),
    allowedOrigin,
    graceMillis,
    onListening: (port) => Effect.ignore(writeOutput(`${scheme}://${urlHost(address.host)}:${port}\n`))
  }).pipe(Effect.provideContext(log))
}, Effect.scoped)
