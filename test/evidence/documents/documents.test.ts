import { assert, describe, it } from "@effect/vitest"
import { isChangeset, readChangeset, selectByPackage } from "../../../src/evidence/documents/changesets.ts"
import { isDecision, readDecision } from "../../../src/evidence/documents/decisions.ts"

const lines = (...text: ReadonlyArray<string>): string => text.join("\n")

describe("a changeset", () => {
  it("is its prose, without the front matter", () => {
    assert.deepStrictEqual(readChangeset(lines("---", '"pool": patch', "---", "", "Keep one connection.", "")), {
      packages: ["pool"],
      prose: "Keep one connection."
    })
    assert.strictEqual(readChangeset('---\r\n"pool": patch\r\n---\r\nKeep.\r\n')?.prose, "Keep.")
  })

  it("names packages in any quotes", () => {
    const changeset = lines("---", '"@a/pool": patch', "'@a/broker' : minor", "log: major", "# none", "---", "Keep.")
    assert.deepStrictEqual(readChangeset(changeset)?.packages, ["@a/pool", "@a/broker", "log"])
  })

  it("of another package is left out for a file whose package another changeset names", () => {
    const pool = { packages: ["@a/pool", "@a/log"] }
    const broker = { packages: ["@a/broker"] }
    const decision = { packages: [] }
    const select = (path: string) => selectByPackage([pool, broker, decision], path)
    assert.deepStrictEqual(select("packages/pool/src/index.ts"), [pool, decision])
    assert.deepStrictEqual(select("packages/broker/src/log.ts"), [broker, decision])
    assert.deepStrictEqual(select("packages/types/src/pool.ts"), [pool, broker, decision])
  })

  it("is nothing without a package, prose or front matter", () => {
    for (const text of ["---\n---\n\nText", '---\n"pool": patch\n---\n', "Text", "", 'Text\n---\n"a": patch\n---\nb']) {
      assert.isUndefined(readChangeset(text), text)
    }
  })

  it("is found by its path", () => {
    assert.isTrue(
      [".changeset/red-cats.md", ".changeset/pre/red-cats.md", "packages/a/.changeset/b.md"].every(isChangeset)
    )
    assert.isFalse([".changeset/README.md", ".changeset/config.json", "changeset/a.md"].some(isChangeset))
  })
})

describe("a decision record", () => {
  const madr = lines(
    "---",
    "status: accepted",
    "---",
    "# Use a pool",
    "",
    "## Context and Problem Statement",
    "",
    "Connections are slow to open.",
    "",
    "## Considered Options",
    "",
    "* Pool",
    "* One connection",
    "* [A proxy](proxy.md)",
    "",
    "## Decision Outcome",
    "",
    'Chosen option: "Pool", because the driver has one.',
    "",
    "## Pros and Cons of the Options",
    "",
    "### One connection",
    "",
    "* Good, because simple",
    "* Bad, because calls wait for each other"
  )

  it("is read as MADR writes it, with what was not chosen and why", () => {
    assert.deepStrictEqual(readDecision(madr), {
      title: "Use a pool",
      status: "accepted",
      decision: 'Chosen option: "Pool", because the driver has one.',
      context: "Connections are slow to open.",
      rejected: [{ text: "One connection", reason: "calls wait for each other" }, { text: "A proxy" }]
    })
  })

  const rejectedBy = (chosen: string) =>
    readDecision(madr.replace('"Pool"', chosen).replace("* Pool", "* Pool of connections"))?.rejected.map(
      ({ text }) => text
    )

  it("rejects no option that it chose under a longer or shorter name", () => {
    const others = ["One connection", "A proxy"]
    assert.deepStrictEqual(rejectedBy('"Pool"'), others)
    assert.deepStrictEqual(rejectedBy('"Pool of connections, one for each host"'), others)
  })

  it("is read as Nygard writes it", () => {
    const found = readDecision(
      lines(
        "# 1. Use a pool",
        "",
        "## Status",
        "",
        "Superseded by [ADR-0005](5.md)",
        "",
        "## Context",
        "",
        "Slow.",
        "",
        "## Decision",
        "",
        "We use a pool."
      )
    )
    assert.deepStrictEqual(found, {
      title: "1. Use a pool",
      status: "superseded by adr-0005",
      decision: "We use a pool.",
      context: "Slow.",
      rejected: []
    })
    assert.isUndefined(readDecision("no heading"))
  })

  it("is found by its path", () => {
    assert.isTrue(["docs/adr/0001-a.md", "doc/adr/a.md", "docs/decisions/a/0002-b.md", "x/rfcs/a.md"].every(isDecision))
    assert.isFalse(["docs/adr/README.md", "docs/a.md", "src/adr/a.ts", "docs/decisions/template.md"].some(isDecision))
  })
})
