import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio"
import { InMemoryTransport as ModernPair, type Transport as ModernTransport } from "@modelcontextprotocol/client"
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js"
import { InMemoryTransport as OldPair } from "@modelcontextprotocol/sdk/inMemory.js"
import type { Transport as OldTransport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server"
import { Effect, Layer, Scheduler, type Scope } from "effect"
import { OpenRepositories } from "../../../src/openRepositories/OpenRepositories.ts"
import { openToolsets, type ServerOptions } from "../../../src/serving/server/openToolsets.ts"
import { serveConnection } from "../../../src/serving/server/serveConnection.ts"
import { makeTimeSlices } from "../../../src/serving/server/TimeSlices.ts"
import { type Connection, makeMailbox } from "../Mailbox.ts"
import { type ServerCommand, startServer } from "../McpProcess.ts"

/** How tests reach a server: the same promises hold over each. Each connection is to a server of its own. */
export interface TestTransport {
  readonly name: string
  /** Connects without a client, to send any message. */
  readonly connect: Effect.Effect<Connection, never, Scope.Scope>
  /** A transport for the client of the 1.x SDK. */
  readonly forOldClient: Effect.Effect<OldTransport, never, Scope.Scope>
  /** A transport for the client of the 2.x SDK. */
  readonly forNewClient: Effect.Effect<ModernTransport, never, Scope.Scope>
}

/** The standard streams of a program. */
export const overPipes = (command: ServerCommand): TestTransport => {
  const parameters = () => ({
    command: command.command,
    args: [...command.args],
    stderr: "ignore" as const,
    ...(command.cwd === undefined ? {} : { cwd: command.cwd }),
    ...(command.env === undefined ? {} : { env: { ...command.env } })
  })
  return {
    name: "pipes",
    connect: startServer(command),
    forOldClient: Effect.sync(() => new OldStdio(parameters())),
    forNewClient: Effect.sync(() => new ModernStdio(parameters()))
  }
}

/** What is served in the process of the test. */
export interface InProcess extends ServerOptions {
  readonly repository: string
}

const serve = Effect.fnUntraced(
  function* (options: InProcess, transport: Transport) {
    const repositories = yield* Layer.build(OpenRepositories.layer)
    const served = yield* Effect.provideContext(openToolsets(options), repositories)
    yield* serveConnection(served, options, transport)
  },
  Effect.provideService(Scheduler.Scheduler, makeTimeSlices())
)

/** The SDK's pair of transports in memory, in the process of the test. */
export const inMemory = (options: Effect.Effect<InProcess>): TestTransport => ({
  name: "memory",
  connect: Effect.gen(function* () {
    const [ours, theirs] = ModernPair.createLinkedPair()
    const mailbox = makeMailbox(() => undefined)
    ours.onmessage = (message) => mailbox.push(message)
    yield* serve(yield* options, theirs)
    return {
      send: (...messages) =>
        Effect.promise(() => Promise.all(messages.map((message) => ours.send(parseJSONRPCMessage(message))))),
      next: mailbox.next,
      answer: mailbox.answer
    }
  }),
  forOldClient: Effect.gen(function* () {
    const [ours, theirs] = OldPair.createLinkedPair()
    yield* serve(yield* options, theirs)
    return ours
  }),
  forNewClient: Effect.gen(function* () {
    const [ours, theirs] = ModernPair.createLinkedPair()
    yield* serve(yield* options, theirs)
    return ours
  })
})
