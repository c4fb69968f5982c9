import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { chmod, rename, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { findServer } from "../../../src/adapters/gitblit/findServer.ts"
import { makeTemporaryFolder } from "../../support/gitblitFolder.ts"

type Variables = Readonly<Record<string, string>>

interface Options {
  readonly envFile?: string
  readonly directory?: string
  readonly isTracked?: Effect.Effect<boolean>
}

const find = (options: Options, environment: Variables = {}) =>
  findServer({ envFile: undefined, directory: "/nowhere", isTracked: Effect.succeed(false), ...options }).pipe(
    Effect.map(
      Option.map(({ authorization, url }) => [
        url,
        Option.getOrUndefined(Option.map(authorization, (value) => Redacted.value(value)))
      ])
    ),
    Effect.map(Option.getOrUndefined),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(environment))
  )

const basic = `Basic ${Buffer.from("ada:p:w").toString("base64")}`
const fileText = "GITBLIT_URL=https://file.example/gitblit/\nGITBLIT_TOKEN=t1\n"

const writeEnv = Effect.fnUntraced(function* (mode: number, text = fileText) {
  const directory = yield* makeTemporaryFolder
  yield* Effect.promise(() => writeFile(join(directory, ".env"), text))
  yield* Effect.promise(() => chmod(join(directory, ".env"), mode))
  return directory
})

describe("the server", () => {
  it.effect("is that of the environment, with its credentials", () =>
    Effect.gen(function* () {
      const url = { GITBLIT_URL: "http://10.1.2.3/" }
      assert.deepStrictEqual(yield* find({}, url), ["http://10.1.2.3", undefined])
      const user = { ...url, GITBLIT_USER: "ada", GITBLIT_PASSWORD: "p:w" }
      assert.deepStrictEqual(yield* find({}, user), ["http://10.1.2.3", basic])
      assert.deepStrictEqual(yield* find({}, { ...user, GITBLIT_TOKEN: "t" }), ["http://10.1.2.3", "Bearer t"])
      assert.isUndefined(yield* find({}, { GITBLIT_TOKEN: "t" }))
    })
  )

  it.live("is that of a private, untracked .env, and of no other", () =>
    Effect.gen(function* () {
      const directory = yield* writeEnv(0o600)
      assert.deepStrictEqual(yield* find({ directory }), ["https://file.example/gitblit", "Bearer t1"])
      assert.isUndefined(yield* find({ directory, isTracked: Effect.succeed(true) }))
      for (const mode of [0o640, 0o604, 0o644]) assert.isUndefined(yield* find({ directory: yield* writeEnv(mode) }))
      yield* Effect.promise(() => rename(join(directory, ".env"), join(directory, "other")))
      yield* Effect.promise(() => symlink("other", join(directory, ".env")))
      assert.isUndefined(yield* find({ directory }))
    })
  )

  it.live("gets no credentials from another source than its address", () =>
    Effect.gen(function* () {
      const directory = yield* writeEnv(0o600)
      const found = yield* find({ directory }, { GITBLIT_URL: "http://env.example" })
      assert.deepStrictEqual(found, ["http://env.example", undefined])
      const envFile = join(yield* writeEnv(0o644, "GITBLIT_URL=http://named.example\n"), ".env")
      const named = yield* find({ envFile }, { GITBLIT_URL: "http://env.example", GITBLIT_TOKEN: "t" })
      assert.deepStrictEqual(named, ["http://named.example", undefined])
    })
  )

  it.live("is refused with an address that cannot be used, without showing secrets", () =>
    Effect.gen(function* () {
      for (const url of ["ftp://x", "x", "http://ada:secret@x", "http://x/?q=secret", "file:///etc"]) {
        const failure = yield* Effect.flip(find({}, { GITBLIT_URL: url, GITBLIT_TOKEN: "secret" }))
        assert.strictEqual(failure.code, "INVALID_REQUEST", url)
        assert.notInclude(failure.message, "secret")
      }
      const broken = yield* Effect.flip(find({}, { GITBLIT_URL: "http://x", GITBLIT_TOKEN: "secret\nmore" }))
      assert.notInclude(broken.message, "secret")
      const missing = yield* Effect.flip(find({ envFile: "/nowhere/.env" }))
      assert.include(missing.message, "--env-file")
      const envFile = join(yield* writeEnv(0o600, "GITBLIT_TOKEN=t\n"), ".env")
      const nowhere = yield* Effect.flip(find({ envFile }, { GITBLIT_URL: "http://env.example" }))
      assert.include(nowhere.message, "has no GITBLIT_URL")
    })
  )
})
