import { Effect } from "effect"
import { overHttp } from "../../support/conformance/overHttp.ts"
import { inMemory, overPipes } from "../../support/conformance/TestTransport.ts"
import type { Subject } from "../../support/conformance/Subject.ts"
import { demoCommand } from "../../support/demoCommand.ts"
import { demoToolsets } from "../../support/demoTools.ts"
import { describeConnection, describeProtocol, describeStandardStreams } from "../../support/McpConformance.ts"

const subject: Subject = {
  tools: [
    "demo_echo",
    "demo_large",
    "demo_sleep",
    "demo_hang",
    "demo_stuck",
    "demo_events",
    "demo_fail",
    "demo_defect",
    "demo_mismatch",
    "demo_interrupt",
    "demo_noise",
    "demo_crash",
    "other_built",
    "fragile_built"
  ],
  call: { name: "demo_echo", arguments: { path: "src/main.ts" } },
  required: "path",
  integer: "max_tokens"
}

const demo = Effect.sync(() => ({ name: "demo", version: "1.2.3", toolsets: demoToolsets(), repository: "" }))

describeProtocol({ ...subject, transport: overPipes(demoCommand) })
describeConnection({ ...subject, transport: overPipes(demoCommand) })
describeProtocol({ ...subject, transport: inMemory(demo) })
describeConnection({ ...subject, transport: inMemory(demo) })
describeProtocol({ ...subject, transport: overHttp(demo) })
describeStandardStreams({ ...subject, command: demoCommand })
