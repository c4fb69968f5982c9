import { afterAll, describe } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { Backend } from "../../../src/cli/kit/Backend.ts"
import { backend } from "../../../src/Layers.ts"
import { makePool } from "../../support/annotated.ts"
import { overHttp } from "../../support/conformance/overHttp.ts"
import { inMemory, overPipes } from "../../support/conformance/TestTransport.ts"
import type { Subject } from "../../support/conformance/Subject.ts"
import {
  describeConnection,
  describeListing,
  describeProtocol,
  describeRequests,
  describeRevisions,
  describeStandardStreams
} from "../../support/McpConformance.ts"
import { serverOf } from "../../support/program.ts"
import { slow } from "../../support/scale.ts"

const scope = Scope.makeUnsafe()
const { repository } = await Effect.runPromise(Scope.provide(makePool, scope))

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const subject: Subject = {
  tools: ["ultragit_read", "ultragit_deps", "ultragit_history", "ultragit_summary"],
  call: { name: "ultragit_read", arguments: { path: "src/pool.ts", anchor: "connect" } },
  required: "path",
  integer: "max_tokens"
}

const command = serverOf(repository.directory)

const program = Effect.gen(function* () {
  const { toolsets, version } = yield* Backend
  const served = (yield* toolsets).filter((toolset) => toolset.default)
  return { name: "ultragit", version, toolsets: served, repository: repository.directory }
}).pipe(Effect.provide(backend("1.2.3")))

describeListing({ ...subject, transport: overPipes(command) })
describe("the program over pipes, asked by clients of each revision", slow, () => {
  describeRequests({ ...subject, transport: overPipes(command) })
  describeRevisions({ ...subject, transport: overPipes(command) })
})
describe("the program as it is served otherwise", slow, () => {
  describeConnection({ ...subject, transport: overPipes(command) })
  describeProtocol({ ...subject, transport: inMemory(program) })
  describeConnection({ ...subject, transport: inMemory(program) })
  describeProtocol({ ...subject, transport: overHttp(program) })
  describeStandardStreams({ ...subject, command })
})
