import { Effect, Layer, MutableRef, Option, References, Result } from "effect"
import { escapeControls } from "../../../domain/Text.ts"
import { serverLog } from "../../../serving/server/serverLog.ts"
import { serveRest } from "../../../serving/rest/serveRest.ts"
import { InterruptedCode } from "../../kit/ExitCode.ts"
import { exitCodes } from "../../kit/failures.ts"
import { writeOutput } from "../../kit/output.ts"
import { usageError } from "../../kit/query.ts"
import { type Address, isLocal, parseAddress, urlHost } from "../serve/address.ts"

interface ServeFlags {
  readonly listen: string
  readonly hosts: ReadonlyArray<string>
  readonly cors: Option.Option<string>
}

const graceMillis = 10_000

const isOrigin = (text: string): boolean => text === "*" || /^https?:\/\/[^/\s@?#*]+$/.test(text)

/** The REST interface knows no users: whoever reaches it reads everything. */
const checkLocal = (address: Address): Result.Result<Address, string> =>
  isLocal(address)
    ? Result.succeed(address)
    : Result.fail(
        `--listen ${escapeControls(address.host)} can be reached from other machines, and this server has no authentication: use 127.0.0.1 behind a proxy that authenticates.`
      )

/** Serves the REST interface of the Gitblit plugin until it is stopped. Prints the address once it listens. */
export const runServe = Effect.fn("Cli.gitblitServe")(function* ({ cors, hosts, listen }: ServeFlags) {
  const { host, port } = yield* Result.match(Result.flatMap(parseAddress(listen), checkLocal), {
    onFailure: (message) => usageError("gitblit serve", message),
    onSuccess: Effect.succeed
  })
  const allowedOrigin = Option.getOrUndefined(cors)
  if (allowedOrigin !== undefined && !isOrigin(allowedOrigin)) {
    const given = escapeControls(allowedOrigin)
    return yield* usageError("gitblit serve", `--cors takes an origin such as https://example.org, or *, not ${given}.`)
  }
  MutableRef.set(yield* InterruptedCode, exitCodes.success)
  const log = yield* Layer.build(serverLog(yield* References.MinimumLogLevel))
  return yield* serveRest({
    host,
    port,
    hostNames: hosts,
    allowedOrigin,
    graceMillis,
    onListening: (bound) => Effect.ignore(writeOutput(`http://${urlHost(host)}:${bound}\n`))
  }).pipe(Effect.provideContext(log))
}, Effect.scoped)
