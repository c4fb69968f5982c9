import { demoCommand } from "../../support/demoCommand.ts"
import { describeConformance } from "../../support/McpConformance.ts"

describeConformance({
  command: demoCommand,
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
})
