import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describeCommands, flattenCommands } from "../../src/cli/completion/commandTree.ts"
import { ultragit } from "../../src/cli/ultragit.ts"
import { toolsets } from "../../src/toolsets/toolsets.ts"
import { run } from "../support/program.ts"
import { slow } from "../support/scale.ts"

const commands = flattenCommands(describeCommands(ultragit, toolsets)).map(({ at }) => at)

/** The help of every command, one after the other. */
const allHelp = Effect.map(
  Effect.forEach(commands, (at) => run([...at.split(" ").filter((word) => word !== ""), "--help"]), { concurrency: 2 }),
  (each) => each.map(({ stdout }, nth) => `$ ultragit ${commands[nth]} --help\n${stdout.trimEnd()}\n`).join("\n")
)

describe("the help of every command", () => {
  it("equals the golden file", slow, () =>
    Effect.runPromise(allHelp).then((help) => expect(help).toMatchFileSnapshot("help.golden.txt"))
  )
})
