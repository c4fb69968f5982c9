import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { isReference } from "../../../src/evidence/messages/references.ts"
import { parseMessage } from "../../../src/evidence/messages/parseMessage.ts"

const lines = (...text: ReadonlyArray<string>): string => text.join("\n")

describe("a commit message", () => {
  it("is a subject, a body and trailers, without sign-offs and what templates leave", () => {
    const message = parseMessage(
      lines(
        "pool: keep one connection (#12)",
        "",
        "<!-- Describe your change -->",
        "The server drops the last one.",
        "",
        "- [x] I ran the tests",
        "Co-authored-by: A <a@example.org>",
        "---------",
        "",
        "Refs: https://example.org/issues/3.",
        "Signed-off-by: B <b@example.org>"
      )
    )
    assert.strictEqual(message.subject, "pool: keep one connection (#12)")
    assert.strictEqual(message.body, "The server drops the last one.")
    assert.deepStrictEqual(message.links, ["#12", "https://example.org/issues/3"])
    assert.deepStrictEqual(
      message.trailers.map(({ key }) => key),
      ["Refs", "Signed-off-by"]
    )
  })

  it("has the title of a merged pull request, although it looks like a trailer", () => {
    const titleOf = (...body: ReadonlyArray<string>) => {
      const { merge, trailers } = parseMessage(lines("Merge pull request #7 from a/b", "", ...body))
      return [Option.flatMap(merge, ({ title }) => title), trailers.map(({ key }) => key)]
    }
    const title = "pool: keep one connection, because the server drops the last"
    assert.deepStrictEqual(titleOf(title), [Option.some(title), []])
    assert.deepStrictEqual(titleOf(title, "", "Refs: #3"), [Option.some(title), ["Refs"]])
    assert.deepStrictEqual(titleOf("Closes: #3", "Refs: #4"), [Option.none(), ["Closes", "Refs"]])
    assert.deepStrictEqual(titleOf("Signed-off-by: B <b@example.org>"), [Option.none(), ["Signed-off-by"]])
    assert.deepStrictEqual(parseMessage(lines("Keep one", "", "Refs: #3")).trailers, [{ key: "Refs", value: "#3" }])
  })

  it("has nothing that a service says it generated", () => {
    const { body, trailers } = parseMessage(
      lines(
        "Fix the cookies (#12)",
        "",
        "The server sent both.",
        "",
        "<!-- This is an auto-generated comment: release notes by coderabbit.ai",
        "-->",
        "## Summary by CodeRabbit",
        "* Improved cookies to prevent duplication.",
        "<!-- end of auto-generated comment: release notes by coderabbit.ai -->",
        "",
        "Seen with Safari.",
        "<!-- This is an auto-generated description by cubic. -->",
        "## Summary",
        "<!-- End of auto-generated description by cubic. -->",
        "",
        "Refs: #3"
      )
    )
    assert.strictEqual(body, "The server sent both.\n\nSeen with Safari.")
    assert.deepStrictEqual(trailers, [{ key: "Refs", value: "#3" }])
  })

  it("has nothing that Dependabot writes below a title, but what others add", () => {
    const { body, links } = parseMessage(
      lines(
        "Bump the maven group (#30)",
        "",
        "* Bump the maven group across 1 directory with 2 updates",
        "",
        "Bumps the maven group with 2 updates in the / directory:",
        "",
        "| Package | From | To |",
        "| --- | --- | --- |",
        "| [a:b](https://github.com/a/b) | `1.0` | `1.1` |",
        "",
        "Updates `a:b` from 1.0 to 1.1",
        "- [Release notes](https://github.com/a/b/releases)",
        "- [Commits](https://github.com/a/b/compare/1.0...1.1)",
        "",
        "---",
        "updated-dependencies:",
        "- dependency-name: a:b",
        "  dependency-version: '1.1'",
        "...",
        "",
        "Signed-off-by: dependabot[bot] <support@github.com>",
        "",
        "* Keep c, because 2.0 needs Java 21.",
        "",
        "Signed-off-by: dependabot[bot] <support@github.com>"
      )
    )
    assert.strictEqual(
      body,
      "* Bump the maven group across 1 directory with 2 updates\n\n* Keep c, because 2.0 needs Java 21."
    )
    assert.deepStrictEqual(links, ["#30"])
    for (const text of [
      "Bumps [b](https://github.com/a/b) from 1.0 to 1.1.",
      "Bumps [b](https://github.com/a/b) and [c](https://github.com/a/c). These dependencies needed to be updated together.",
      "Updates `b` to 1.1\n\n---\nupdated-dependencies:\n- dependency-name: b"
    ])
      assert.strictEqual(parseMessage(lines("Bump b", "", text)).body, "", text)
    for (const text of ["Bumps the timeout, because the proxy needs eight.", "Bumps [b](https://a.b) to have the fix."])
      assert.strictEqual(parseMessage(lines("Bump b", "", text)).body, text)
  })

  it("has no check list of a template, with what explains its items", () => {
    const { body } = parseMessage(
      lines(
        "Retry once",
        "",
        "- [ ] A typographical fix",
        "  - Good to go, because no tests are needed",
        "",
        "  Say which page.",
        "- [x] A fix",
        "The server drops the first."
      )
    )
    assert.strictEqual(body, "The server drops the first.")
  })

  it("has nothing that a template says below a heading of a check list", () => {
    const { body } = parseMessage(
      lines(
        "Retry once",
        "",
        "### Pull Request Checklist",
        "",
        "* [x] It has a changelog file. The entry should:",
        "- Say what is fixed instead of what was moved.",
        "",
        "### Why",
        "The server drops the first."
      )
    )
    assert.strictEqual(body, "### Why\nThe server drops the first.")
  })

  it("names issues and pull requests of several hosts, and no colors, anchors or ids", () => {
    const { links } = parseMessage(
      lines(
        "Fix #1, GH-2 and a/b#3",
        "",
        "Color #12ab34, page.html#4, &#39; and !5; see group/name!6 and https://e.org/#7"
      )
    )
    assert.deepStrictEqual(links, ["#1", "GH-2", "a/b#3", "!5", "group/name!6", "https://e.org/#7"])
  })

  it("has the commits of a squash, from GitHub and from git", () => {
    const gitHub = parseMessage(lines("Add pool (#9)", "", "* Add pool", "", "Because of load.", "", "* fix lint"))
    assert.deepStrictEqual(gitHub.squashed, [
      { subject: "Add pool", body: "Because of load." },
      { subject: "fix lint", body: "" }
    ])
    const git = parseMessage(
      lines(
        "x",
        "",
        "Squashed commit of the following:",
        "",
        "commit 0123456789",
        "Author: A <a@b.c>",
        "",
        "    One",
        "",
        "    Why."
      )
    )
    assert.deepStrictEqual(git.squashed, [{ subject: "One", body: "Why." }])
    assert.deepStrictEqual(parseMessage(lines("x", "", "* one thing", "* another")).squashed, [])
  })

  it.each([
    [lines("Merge pull request #12 from a/b", "", "Keep one connection"), "#12", "Keep one connection"],
    [
      lines("Merge branch 'a' into 'main'", "", "Keep one", "", "See merge request group/name!7"),
      "group/name!7",
      "Keep one"
    ],
    [lines("Merge branch 'a' into 'main'", "", "See merge request !7"), "!7", undefined],
    ["Merge branch 'a'", undefined, undefined]
  ])("is a merge: %j", (text, request, title) => {
    const merge = Option.getOrThrow(parseMessage(text).merge)
    assert.deepStrictEqual([Option.getOrUndefined(merge.request), Option.getOrUndefined(merge.title)], [request, title])
  })

  it("is no merge if it only speaks of merging", () => {
    assert.isTrue(Option.isNone(parseMessage("Merge options of both parsers").merge))
  })

  it("is a revert, with what it undoes and why", () => {
    const { revert } = parseMessage(
      lines(
        'Revert "Close idle connections" (#14)',
        "",
        "This reverts commit 0123456789abcdef.",
        "",
        "It broke Windows."
      )
    )
    assert.deepStrictEqual(Option.getOrThrow(revert), {
      what: "Close idle connections",
      commits: ["0123456789abcdef"],
      body: "It broke Windows."
    })
    const merged = parseMessage(
      lines("Back out the pool", "", "This reverts commit 0123456789, reversing", "changes made to abcdef0123.")
    )
    assert.deepStrictEqual(Option.getOrThrow(merged.revert), { what: "0123456789", commits: ["0123456789"], body: "" })
  })

  it("is no revert if it applies a change again", () => {
    for (const subject of ['Revert "Revert "Close idle connections""', 'Reapply "Close idle connections"']) {
      assert.isTrue(Option.isNone(parseMessage(lines(subject, "", "This reverts commit 0123456789.")).revert))
    }
  })

  it("is no revert if it applies a change again whose subject speaks of one", () => {
    const message = parseMessage(lines('Reapply "Revert to one connection"', "", "This reverts commit 0123456789."))
    assert.isTrue(Option.isNone(message.revert))
  })

  it("has at most one empty line between paragraphs", () => {
    assert.strictEqual(parseMessage(lines("Subject", "", "One.", "", " ", "", "Two.")).body, "One.\n\nTwo.")
  })

  it("is read up to 1,000 lines, with 500 characters of a subject and twelve links", () => {
    const { body, links } = parseMessage(lines("Subject", "", ...Array.from({ length: 1_000 }, (_, at) => `#${at}`)))
    assert.strictEqual(body.split("\n").at(-1), "#997")
    assert.strictEqual(links.length, 12)
    assert.strictEqual(parseMessage("a ".repeat(1_000)).subject.length, 500)
  })

  it("hides credentials", () => {
    const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`
    const message = parseMessage(
      lines("Use a token", "", `It is ${token}.`, "", `Refs: https://user:${token}@example.org/a`)
    )
    assert.notInclude(JSON.stringify(message), token.slice(0, 12))
  })

  it("of megabytes is cut, in little time", () => {
    for (const part of [
      "* a\n\n",
      "<!-- ",
      "<!-- this is an auto-generated ",
      "updated-dependencies:\n",
      "bumps [a](https: from b to ",
      "<!-- this is an auto-generated --><!-- end of auto-generated ",
      "a/b#1 ",
      "This reverts commit 0123456 (",
      "Key: v\n ",
      "- [ ] ",
      "x!",
      "\n"
    ]) {
      const message = parseMessage(`Subject\n\n${part.repeat(1_000_000)}`)
      assert.isAtMost(message.body.length, 65_536)
      assert.isAtMost(message.links.length, 12)
    }
  })

  it("is a mere reference if it names issues, requests and addresses and says nothing of them", () => {
    const references = [
      "Closes #12",
      "Fixes: https://a.b/c\nRefs: #3, #4 and GH-5",
      "see also foo/bar#12.",
      "- #1\n- !2",
      ""
    ]
    const others = ["Fix #12, because it leaks", "PR-URL: x", "Only words", `${"#1 ".repeat(400)}x`]
    assert.deepStrictEqual(
      references.map((text) => isReference(text)),
      references.map(() => true)
    )
    assert.deepStrictEqual(
      others.map((text) => isReference(text)),
      others.map(() => false)
    )
  })
})
