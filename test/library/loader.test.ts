import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { makeFolder } from "../support/TemporaryRepository.ts"
import { runCommand } from "../support/runCommand.ts"
import { slow } from "../support/scale.ts"

const loader = fileURLToPath(new URL("../../.build/loader.cjs", import.meta.url))

const padding = `\n// ${"x".repeat(2000)}`
const files = {
  "main.js": `const { name } = require("./name.js"); const { basename } = require("node:path"); process.stdout.write(name() + " " + basename(__filename) + "\\n")`,
  "name.js": `exports.name = () => "first"${padding}`,
  "late.js": `exports.word = "late"`
}

/** Makes a bundle, and functions that run it with saved code and look at what was saved. */
const makeBundle = Effect.gen(function* () {
  const scratch = yield* makeFolder
  const [folder, cache] = [join(scratch, "dist"), join(scratch, "cache", "compiled")]
  mkdirSync(folder)
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  for (const [name, text] of Object.entries(files)) write(name, text)
  const runAs = (command: string, entry = "./main.js", from = folder) => {
    const script = `require(${JSON.stringify(loader)}).makeLoader(${[from, cache, command].map((text) => JSON.stringify(text)).join(", ")})(${JSON.stringify(entry)})`
    return Effect.map(
      runCommand({ command: process.execPath, args: ["-e", script], cwd: scratch, env: process.env }),
      (run) => ({
        exitCode: run.exitCode,
        stdout: run.stdout.toString(),
        stderr: run.stderr.toString()
      })
    )
  }
  const saved = (command: string) => {
    const name = readdirSync(cache).find((file) => file.startsWith(`${command}-`))
    if (name === undefined) throw new Error(`nothing saved of ${command}`)
    return join(cache, name)
  }
  return { cache, folder, runAs, saved, write }
})

const good = { exitCode: 0, stdout: "first main.js\n", stderr: "" }

it.effect("saves compiled code once, for the user only", () =>
  Effect.gen(function* () {
    const { cache, runAs, saved } = yield* makeBundle
    assert.deepStrictEqual(yield* runAs("read"), good)
    const { ino, mode } = statSync(saved("read"))
    assert.include(readFileSync(saved("read"), "latin1"), '"name.js"')
    assert.deepStrictEqual(yield* runAs("read"), good)
    assert.strictEqual(statSync(saved("read")).ino, ino)
    assert.lengthOf(readdirSync(cache), 1)
    if (process.platform !== "win32") assert.strictEqual(mode & 0o777, 0o600)
  }).pipe(Effect.scoped)
)

it.effect("runs a changed file, also one of the same length", () =>
  Effect.gen(function* () {
    const { runAs, write } = yield* makeBundle
    yield* runAs("read")
    write("name.js", `exports.name = () => "other"${padding}`)
    assert.strictEqual((yield* runAs("read")).stdout, "other main.js\n")
    assert.strictEqual((yield* runAs("read")).stdout, "other main.js\n")
  }).pipe(Effect.scoped)
)

it.effect("makes damaged code again", () =>
  Effect.gen(function* () {
    const { runAs, saved } = yield* makeBundle
    yield* runAs("read")
    const whole = readFileSync(saved("read"))
    for (const at of [0, 4, 20, Math.floor(whole.length / 2), whole.length - 20]) {
      const damaged = Buffer.from(whole)
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0xff, at)
      writeFileSync(saved("read"), damaged)
      assert.deepStrictEqual(yield* runAs("read"), good)
      assert.notDeepEqual(readFileSync(saved("read")), damaged)
    }
    writeFileSync(saved("read"), whole.subarray(0, 30))
    assert.deepStrictEqual(yield* runAs("read"), good)
    assert.isAbove(statSync(saved("read")).size, whole.length / 2)
  }).pipe(Effect.scoped)
)

it.effect(
  "keeps code of files that a run does not load, until they are gone",
  () =>
    Effect.gen(function* () {
      const { runAs, saved, write } = yield* makeBundle
      yield* runAs("read")
      yield* runAs("read", "./late.js")
      const names = () =>
        ["main.js", "name.js", "late.js"].filter((name) => readFileSync(saved("read"), "latin1").includes(`"${name}"`))
      assert.deepStrictEqual(names(), ["main.js", "name.js", "late.js"])
      write("main.js", files["late.js"])
      yield* runAs("read")
      assert.deepStrictEqual(names(), ["main.js", "name.js", "late.js"])
      yield* runAs("deps", "./late.js")
      assert.notInclude(readFileSync(saved("deps"), "latin1"), "main.js")
    }).pipe(Effect.scoped),
  slow
)

it.effect("saves code again after a while", () =>
  Effect.gen(function* () {
    const { runAs, saved } = yield* makeBundle
    yield* runAs("read")
    const { ino, mtimeMs } = statSync(saved("read"))
    const old = mtimeMs / 1000 - 120
    utimesSync(saved("read"), old, old)
    assert.deepStrictEqual(yield* runAs("read"), good)
    assert.notStrictEqual(statSync(saved("read")).ino, ino)
  }).pipe(Effect.scoped)
)

it.effect("runs where nothing can be saved", () =>
  Effect.gen(function* () {
    const { cache, runAs } = yield* makeBundle
    const above = join(cache, "..")
    writeFileSync(above, "a file in place of the folder")
    chmodSync(above, 0o400)
    assert.deepStrictEqual(yield* runAs("read"), good)
  }).pipe(Effect.scoped)
)

it.effect("loads a file again that failed", () =>
  Effect.gen(function* () {
    const { runAs, write } = yield* makeBundle
    write(
      "once.js",
      `globalThis.times = (globalThis.times ?? 0) + 1; if (globalThis.times === 1) throw new Error("once"); exports.times = globalThis.times`
    )
    write(
      "retry.js",
      `let times; try { require("./once.js") } catch { times = require("./once.js").times } process.stdout.write(String(times))`
    )
    assert.strictEqual((yield* runAs("read", "./retry.js")).stdout, "2")
  }).pipe(Effect.scoped)
)

it.effect("keeps the code of two installations apart", () =>
  Effect.gen(function* () {
    const { cache, folder, runAs, saved } = yield* makeBundle
    yield* runAs("read")
    const { ino } = statSync(saved("read"))
    const other = `${folder}-other`
    mkdirSync(other)
    writeFileSync(join(other, "main.js"), `process.stdout.write("other")`)
    assert.strictEqual((yield* runAs("read", "./main.js", other)).stdout, "other")
    assert.deepStrictEqual(yield* runAs("read"), good)
    assert.lengthOf(readdirSync(cache), 2)
    assert.isTrue(readdirSync(cache).some((name) => statSync(join(cache, name)).ino === ino))
  }).pipe(Effect.scoped)
)
