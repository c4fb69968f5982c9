import { afterAll } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { makePool } from "../../support/annotated.ts"
import { describeConformance } from "../../support/McpConformance.ts"
import { serverOf } from "../../support/program.ts"

const scope = Scope.makeUnsafe()
const { repository } = await Effect.runPromise(Scope.provide(makePool, scope))

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

describeConformance({
  command: serverOf(repository.directory),
  tools: ["ultragit_read", "ultragit_deps", "ultragit_history", "ultragit_summary"],
  call: { name: "ultragit_read", arguments: { path: "src/pool.ts", anchor: "connect" } },
  required: "path",
  integer: "max_tokens"
})
