import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { toPull } from "../../../src/sharing/imports/toPull.ts"
import { processorMillis } from "../../support/processorMillis.ts"

/** Who a request with this description counts as written by. */
const writerOf = (body: string) => {
  const site = {
    host: "github.com",
    kind: "github",
    project: "octo/demo",
    endpoint: new URL("https://api.github.com/graphql")
  } as const
  const author = { login: "ada", isBot: false, association: Option.none() }
  const times = { mergedAt: "2024-01-01T00:00:00Z", updatedAt: "2024-01-01T00:00:00Z" }
  const rest = { commits: [], commitCount: 0, issues: [], comments: [], mergeCommit: Option.none() }
  const request = { number: 1, title: "Wait longer", url: "", body, author, ...times, ...rest }
  return Option.map(toPull(site, request, new Set()), ({ by }) => by)
}

describe("the writer of an imported pull request", () => {
  it("is an agent where the description says so in a line of its own", () => {
    assert.deepStrictEqual(
      writerOf("Wait longer.\n\n🤖 Generated with [Claude Code](https://claude.ai)"),
      Option.some("agent")
    )
    assert.deepStrictEqual(writerOf("The file is generated with [make]."), Option.some("person"))
  })

  it("is found in time that grows with the description, not with its square", () => {
    assert.isBelow(
      processorMillis(() => writerOf("\n".repeat(100_000))),
      1_000
    )
  })
})
