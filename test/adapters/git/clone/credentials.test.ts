import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { chmod, readdir, readFile, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { IndexPath } from "../../../../src/commitIndex/model/indexPath.ts"
import { everything } from "../../../../src/commitIndex/model/Registration.ts"
import { Repositories } from "../../../../src/commitIndex/repositories/Repositories.ts"
import { Clones } from "../../../../src/adapters/git/clone/Clones.ts"
import { GitEnvironment } from "../../../../src/adapters/git/GitEnvironment.ts"
import { repositoriesLayer } from "../../../../src/Layers.ts"
import { startGitServer } from "../../../support/gitServer.ts"
import { isolation, runGitChecked } from "../../../support/runGit.ts"
import { slow } from "../../../support/scale.ts"
import { makeFolder, makeRepository } from "../../../support/TemporaryRepository.ts"

const secret = "s3cret"

/** A repository served over HTTP, and an empty home folder. */
const makePlace = Effect.gen(function* () {
  const remote = yield* makeRepository()
  const tip = yield* remote.commit("one")
  const { host, refused } = yield* startGitServer(dirname(remote.directory), `me:${secret}`)
  const home = yield* makeFolder
  const asked = join(home, "asked")
  const askpass = join(home, "askpass")
  yield* Effect.promise(() => writeFile(askpass, `#!/bin/sh\ntouch ${asked}\necho no\n`))
  yield* Effect.promise(() => chmod(askpass, 0o755))
  const config = join(home, "config")
  /** The settings and askpass windows of the user. */
  const environment = (settings: string) =>
    Effect.as(
      Effect.promise(() => writeFile(config, `[core]\n\taskPass = ${askpass}\n${settings}`)),
      { HOME: home, GIT_CONFIG_GLOBAL: config, SSH_ASKPASS: askpass, DISPLAY: ":99" }
    )
  return { remote, tip, path: `${host}/${basename(remote.directory)}/.git`, refused, home, asked, environment }
})

const withClones = <A, E>(
  variables: Readonly<Record<string, string>>,
  use: (clones: Clones["Service"]) => Effect.Effect<A, E>
) =>
  Effect.flatMap(GitEnvironment, (inherited) =>
    Effect.flatMap(Clones, use).pipe(
      Effect.provide(Clones.layer, { local: true }),
      Effect.provideService(GitEnvironment, { ...inherited, ...isolation, ...variables })
    )
  )

const storing = (password: string) =>
  `[credential]\n\thelper = "!f() { test $1 = get && printf 'username=me\\\\npassword=${password}\\\\n'; }; f"\n`

it.live("clones and fetches with the credentials of a helper, without prompting or leaking them", () =>
  Effect.gen(function* () {
    const { asked, environment, home, path, refused, remote, tip } = yield* makePlace
    const directory = join(home, "a.git")
    yield* withClones(yield* environment(storing(secret)), (clones) =>
      Effect.gen(function* () {
        yield* clones.clone(`http://${path}`, directory)
        assert.strictEqual(yield* runGitChecked(directory, ["rev-parse", "main"]), tip)
        const next = yield* remote.commit("two")
        yield* clones.fetch(`http://${path}`, directory)
        assert.strictEqual(yield* runGitChecked(directory, ["rev-parse", "main"]), next)
      })
    )
    const before = refused()
    for (const [settings, address] of [
      [storing("wr0ng"), `http://${path}`],
      ["", `http://${path}`],
      ["", `http://me:wr0ng@${path}`]
    ] as const) {
      const failure = yield* withClones(yield* environment(settings), (clones) =>
        Effect.flip(clones.clone(address, join(home, "b.git")))
      )
      assert.strictEqual(failure.code, "clone_failed")
      assert.match(failure.message, /Authentication failed|could not read Username/)
      assert.notInclude(JSON.stringify(failure), "wr0ng")
      assert.include(failure.hint, "credentials")
    }
    assert.isAbove(refused(), before)
    assert.isFalse(existsSync(asked), "a prompt was shown")
  })
)

it.live("runs the ssh command of the user, and reports its message when it fails", () =>
  Effect.gen(function* () {
    const { environment, home, remote, tip } = yield* makePlace
    const [command, log] = [join(home, "ssh"), join(home, "log")]
    // The last argument is the remote command.
    const script = `#!/bin/sh\necho "$SSH_ASKPASS_REQUIRE $*" >> ${log}\nfor last; do :; done\nexec sh -c "$last"\n`
    yield* Effect.promise(() => writeFile(command, script))
    yield* Effect.promise(() => chmod(command, 0o755))
    const variables = { ...(yield* environment("")), GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: "ssh" }
    const directory = join(home, "a.git")
    yield* withClones(variables, (clones) => clones.clone(`ssh://git@example.org${remote.directory}/.git`, directory))
    assert.strictEqual(yield* runGitChecked(directory, ["rev-parse", "main"]), tip)
    assert.match(yield* Effect.promise(() => readFile(log, "utf8")), /^never .*git@example\.org git-upload-pack /m)

    yield* Effect.promise(() =>
      writeFile(command, "#!/bin/sh\necho 'git@example.org: Permission denied (publickey).' >&2\nexit 255\n")
    )
    const failure = yield* withClones(variables, (clones) =>
      Effect.flip(clones.clone("git@example.org:a.git", join(home, "b.git")))
    )
    assert.include(failure.message, "Permission denied (publickey)")
  })
)

it.live(
  "keeps the password of an address out of the index",
  () =>
    Effect.gen(function* () {
      const { environment, home, path } = yield* makePlace
      const index = join(home, "index", "commits.db")
      const variables = yield* environment("")
      const inherited = yield* GitEnvironment
      yield* Effect.gen(function* () {
        const repositories = yield* Repositories
        const source = `http://me:${secret}@${path}`
        const { registration } = yield* repositories.add({ source, name: "api", selection: everything })
        assert.strictEqual(registration.url, `http://***@${path}`)
        const outcomes = yield* repositories.sync([])
        assert.deepStrictEqual(
          outcomes.map(({ result }) => result._tag),
          ["Success"]
        )
        const taken = yield* Effect.flip(repositories.add({ source, name: "api", selection: everything }))
        assert.notInclude(taken.message, secret)
      }).pipe(
        Effect.provide(repositoriesLayer.pipe(Layer.provide(Layer.succeed(IndexPath, index))), { local: true }),
        Effect.provideService(GitEnvironment, { ...inherited, ...isolation, ...variables })
      )
      const folder = dirname(index)
      const files = (yield* Effect.promise(() => readdir(folder, { withFileTypes: true }))).filter((file) =>
        file.isFile()
      )
      for (const { name } of files) {
        assert.isFalse((yield* Effect.promise(() => readFile(join(folder, name)))).includes(secret), name)
      }
    }),
  slow
)
