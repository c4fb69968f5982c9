import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { toolRows } from "../../.build/toolTable.ts"
import { describeCommands, flattenCommands } from "../../src/cli/completion/commandTree.ts"
import { toolsetsFlagFor } from "../../src/cli/kit/flags.ts"
import { ultragit } from "../../src/cli/ultragit.ts"
import { joinInstructions } from "../../src/serving/server/joinInstructions.ts"
import { select, served } from "../../src/serving/server/ServedToolset.ts"
import { OpenRepositories } from "../../src/openRepositories/OpenRepositories.ts"
import { bind } from "../../src/toolsets/tool/bind.ts"
import { contractsOf } from "../../src/toolsets/tool/contracts.ts"
import { inputSchema, outputSchema } from "../../src/toolsets/tool/jsonSchema.ts"
import { type AnyToolset, declare, type ToolLayers } from "../../src/toolsets/tool/Toolset.ts"
import { toolsets } from "../../src/toolsets/toolsets.ts"

/** Tools as clients see them. */
const listed = (toolset: AnyToolset) =>
  contractsOf(toolset).then((contracts) =>
    contracts.map((contract) => ({
      name: contract.name,
      title: contract.title,
      description: contract.description,
      hints: contract.hints,
      inputSchema: inputSchema(contract),
      outputSchema: outputSchema(contract)
    }))
  )

const names = (toolset: AnyToolset) => toolset.use(({ tools }) => tools.map(({ name }) => name))

describe.each(toolsets)("the toolset $name", (toolset) => {
  it("matches its committed contract snapshot", () => {
    const file = join(import.meta.dirname, toolset.name, "contracts.golden.json")
    const golden: unknown = JSON.parse(readFileSync(file, "utf8"))
    return listed(toolset).then((found) => assert.deepStrictEqual<unknown>(found, golden))
  })

  it("names its tools as their contracts do, in the same order", () =>
    contractsOf(toolset).then((contracts) =>
      assert.deepStrictEqual(
        contracts.map(({ name }) => name),
        names(toolset)
      )
    ))
})

const unbuilt = <A>(): Layer.Layer<A> => Layer.unwrap(Effect.never)
const noLayers: ToolLayers = {
  annotations: unbuilt(),
  authoring: unbuilt(),
  commits: unbuilt(),
  code: unbuilt(),
  graph: unbuilt(),
  gitblit: unbuilt()
}

describe("all toolsets", () => {
  it("have instructions that fit in 1 KB with those of the toolsets served by default", () => {
    for (const { name } of toolsets) {
      const together = toolsets.filter((toolset) => toolset.default || toolset.name === name)
      assert.isAtMost(Buffer.byteLength(together.map(({ instructions }) => instructions).join("\n")), 1024, name)
    }
  })

  it("are each named in the instructions of a server, whichever are served together", () => {
    const all = served(toolsets, noLayers, {})
    for (let chosen = 1; chosen < 2 ** all.length; chosen += 1) {
      const [together, others] = [true, false].map((isChosen) =>
        all.filter((_, at) => ((chosen >> at) & 1) === Number(isChosen))
      )
      const text = joinInstructions(together ?? [])
      const isNamed = (toolset: { readonly names: ReadonlyArray<string> }) =>
        toolset.names.some((tool) => text.includes(tool))
      assert.isAtMost(Buffer.byteLength(text), 1024)
      assert.deepStrictEqual(
        together?.filter((toolset) => !isNamed(toolset)),
        [],
        text
      )
      assert.deepStrictEqual(others?.filter(isNamed), [], text)
    }
    const few = toolsets.filter(({ name }) => name === "annotations" || name === "graph")
    assert.strictEqual(
      joinInstructions(served(few, noLayers, {})),
      few.map(({ instructions }) => instructions).join("\n")
    )
  })

  it("name each tool and each toolset once", () => {
    const all = [...toolsets.map(({ name }) => name), ...toolsets.flatMap(names)]
    assert.lengthOf(new Set(all), all.length)
  })
})

const contract = {
  name: "own_answer",
  title: "An answer of its own",
  command: "ultragit own",
  description: "Use it in this test.",
  input: Schema.Struct({ given: Schema.String }),
  output: Schema.Struct({ answer: Schema.String }),
  hints: { readOnly: true, idempotent: true, destructive: false }
}
const program = ({ given }: { readonly given: string }) => Effect.succeed({ answer: given })
const own = declare({
  name: "own",
  title: "Own",
  instructions: "Call own_answer.",
  default: true,
  tools: [{ name: "own_answer", load: () => Promise.resolve(bind({ contract, program })) }],
  layer: () => Layer.empty
})

/** The one line. */
const more = [...toolsets, own]

describe("a toolset that is added to the list", () => {
  it.effect("is served, chosen by its name and called", () =>
    Effect.gen(function* () {
      const [chosen] = yield* select(served(more, noLayers, {}), ["own"])
      assert.deepStrictEqual(chosen?.names, ["own_answer"])
      const caller = yield* chosen?.open() ?? Effect.die("not chosen")
      const call = caller({ repository: "/" }, "own_answer", { given: "yes" })
      const result = yield* call ?? Effect.die("not its tool")
      assert.deepStrictEqual(result.structuredContent, { answer: "yes" })
    }).pipe(Effect.provide(OpenRepositories.layer))
  )

  it("has a snapshot of its contracts", () =>
    listed(own).then(([tool]) => assert.deepStrictEqual(tool?.inputSchema.required, ["given"])))

  it("is in the table of the documents", () => {
    const row = ["own_answer", "ultragit own", "An answer of its own", "Use it in this test."] as const
    return toolRows(more).then((rows) => assert.deepStrictEqual(rows.at(-1), row))
  })

  it("completes --toolsets", () => {
    const start = flattenCommands(describeCommands(ultragit, more)).find(({ at }) => at === "mcp start")
    const value = start?.flags.find(({ forms }) => forms.includes("--toolsets"))?.value
    assert.deepStrictEqual(value, { _tag: "Words", words: [...more.map(({ name }) => name), "all"] })
  })

  it("is named by the help of --toolsets where it is served by default", () => {
    assert.include(JSON.stringify(toolsetsFlagFor(more)), "default: annotations,own")
  })
})
