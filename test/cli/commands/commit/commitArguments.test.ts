import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { isHelpRequested, parseCommitArguments } from "../../../../src/cli/commands/commit/commitArguments.ts"

const git = (...args: ReadonlyArray<string>) => parseCommitArguments(args).git

describe("the arguments of commit", () => {
  it("are ours and git's, each in their order", () => {
    const before = [
      "-a",
      "--task",
      "T-1",
      "-m",
      "Message",
      "--reason=a=b",
      "--constraint",
      "One",
      "--rejected",
      "X: y",
      "--tags",
      "a,b"
    ]
    const behind = ["--constraint=Two", "--depends", "a:b=c", "--tags", "c", "--risk", "", "--annotation", "f", "path"]
    const found = parseCommitArguments([...before, "--amend", ...behind])
    assert.deepStrictEqual(found, {
      task: Option.some("T-1"),
      reason: Option.some("a=b"),
      constraint: ["One", "Two"],
      rejected: ["X: y"],
      depends: ["a:b=c"],
      tags: Option.some("a,b,c"),
      risk: Option.some(""),
      placed: [],
      annotation: Option.some("f"),
      allowSecret: false,
      git: ["-a", "-m", "Message", "--amend", "path"],
      amend: true,
      problems: []
    })
  })

  it.each([
    [["-m", "--task", "x"]],
    [["-am", "--task"]],
    [["--message", "--reason", "--all"]],
    [["--mess", "--reason"]],
    [["-F", "--tags"]],
    [["-C", "--risk"]],
    [["-c", "--risk"]],
    [["-t", "--annotation"]],
    [["--fixup", "--task"]],
    [["--author", "--task"]],
    [["--trailer", "--task"]],
    [["--", "--task", "x"]],
    [["--no-such-option", "--no-verify", "--inter", "--pathspec-file"]],
    [["-S", "-uall", "-p", "--interactive", "--no-edit"]]
  ] as const)("leave git's values and paths to git: %j", (args) => {
    assert.deepStrictEqual(git(...args), [...args])
  })

  it.each([
    ["--constraints", "--constraint"],
    ["--constraints=x", "--constraint"],
    ["--reasons", "--reason"],
    ["--reasn", "--reason"],
    ["--tag", "--tags"],
    ["--depend", "--depends"],
    ["--annotations", "--annotation"],
    ["--allow-secrets", "--allow-secret"]
  ] as const)("name the option of ours that %s misspells", (option, meant) => {
    const { problems } = parseCommitArguments(["-a", option, "x"])
    assert.deepStrictEqual(problems, [`${option.replace("=x", "")} is no option. Did you mean ${meant}?`])
  })

  it.each([
    "--all",
    "--amend",
    "--al",
    "--am",
    "--aut",
    "--date",
    "--dat=x",
    "--tem",
    "--tr",
    "--stat",
    "--res",
    "--reu",
    "--reset-author",
    "--no-edit",
    "--no-sta",
    "--squas",
    "--quite",
    "--dates",
    "--unified=3",
    "--a",
    "--t"
  ])("leave %s to git", (option) => {
    assert.deepStrictEqual(parseCommitArguments([option]).problems, [])
    assert.deepStrictEqual(git(option), [option])
  })

  it.each([
    [["-m=x", "--task", "y"], ["-m=x"]],
    [["-mx", "--task", "y"], ["-mx"]],
    [["-uno", "--task", "y"], ["-uno"]],
    [["-Sm", "--task", "y"], ["-Sm"]],
    [["--message=x", "--task", "y"], ["--message=x"]],
    [
      ["path", "--task", "y", "--", "z"],
      ["path", "--", "z"]
    ]
  ] as const)("find ours behind git's that have their value: %j", (args, kept) => {
    assert.deepStrictEqual(git(...args), [...kept])
  })

  it("are placed by --at, up to the next; several places right behind each other share what follows", () => {
    const first = ["--reason", "All", "-m", "x", "--at", "a.ts:f", "--at=a.ts:g", "--constraint", "C", "--task", "T"]
    const second = ["--at", "b.ts", "-a", "--reason", "R", "--depends", "a.ts:f=x"]
    const { placed, reason, task } = parseCommitArguments([...first, ...second])
    const unsaid = { reason: Option.none(), rejected: [], tags: Option.none(), risk: Option.none() }
    assert.deepStrictEqual([reason, task], [Option.some("All"), Option.some("T")])
    assert.deepStrictEqual(placed, [
      { ...unsaid, at: ["a.ts:f", "a.ts:g"], constraint: ["C"], depends: [] },
      { ...unsaid, at: ["b.ts"], reason: Option.some("R"), constraint: [], depends: ["a.ts:f=x"] }
    ])
  })

  it("say which of ours lacks a value", () => {
    assert.deepStrictEqual(parseCommitArguments(["-m", "x", "--task"]).problems, ["--task lacks a value."])
  })

  it.each([
    [["--help"], true],
    [["-m", "x", "-h"], true],
    [["-m", "--help"], false],
    [["--task", "--help"], false],
    [["--", "--help"], false],
    [["-am", "-h"], false]
  ] as const)("ask for our help: %j %s", (args, asks) => {
    assert.strictEqual(isHelpRequested(args), asks)
  })

  it.each([
    [["--amend"], true],
    [["--ame"], true],
    [["--all", "-a"], false],
    [["-m", "--amend"], false]
  ] as const)("detect an amend: %j %s", (args, amend) => {
    assert.strictEqual(parseCommitArguments(args).amend, amend)
  })
})
