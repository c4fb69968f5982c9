import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { makeRandom, type Random } from "../../../../bench/verify/random.ts"
import { loadEsGit } from "../../../../src/adapters/git/esgit/EsGitHandle.ts"
import { Git } from "../../../../src/adapters/git/Git.ts"
import type { GitError } from "../../../../src/adapters/git/GitError.ts"
import { generateHistory } from "../../../support/generatedHistory.ts"
import { esGitAt, gitProcessAt } from "../../../support/gitLayer.ts"
import { isolation } from "../../../support/runGit.ts"
import { makeRepository, type TemporaryRepository } from "../../../support/TemporaryRepository.ts"
import { slow } from "../../../support/scale.ts"

const absent = "1".repeat(40)

const refs = [
  "refs/heads/main",
  "refs/heads/side",
  "refs/heads/HEAD",
  `refs/heads/${absent}`,
  "refs/heads/refs/notes/a",
  "refs/tags/HEAD",
  "refs/tags/v1",
  "refs/notes/a",
  "refs/notes/b",
  "refs/notes/ä",
  "refs/notes/x.lock",
  "refs/bisect/bad",
  "refs/worktree/mine",
  "refs/notes",
  "HEAD",
  "main"
]

interface Subject {
  readonly repository: TemporaryRepository
  readonly random: Random
  readonly ids: ReadonlyArray<string>
}

type Change = (subject: Subject) => Effect.Effect<unknown>

const anyId = ({ ids, random }: Subject) => random.pick(ids) ?? absent
const anyRef = ({ random }: Subject) => random.pick(refs) ?? "refs/notes/a"
const io = (run: () => Promise<unknown>) => Effect.ignore(Effect.tryPromise(run))
const asGit =
  (args: (subject: Subject) => ReadonlyArray<string>): Change =>
  (subject) =>
    subject.repository.tryGit(args(subject))

/** Writes a ref in a form that git would not write. */
const scribble =
  (content: (subject: Subject) => string): Change =>
  (subject) =>
    io(() => writeFile(join(subject.repository.directory, ".git", anyRef(subject)), content(subject)))

const linkRef: Change = (subject) => {
  const file = join(subject.repository.directory, ".git", "refs/notes/b")
  return io(() => rm(file, { force: true }).then(() => symlink("refs/heads/main", file)))
}

const changes: ReadonlyArray<Change> = [
  asGit((subject) => ["update-ref", anyRef(subject), anyId(subject)]),
  asGit((subject) => ["update-ref", anyRef(subject), anyId(subject)]),
  asGit((subject) => ["update-ref", anyRef(subject), anyId(subject)]),
  asGit((subject) => ["update-ref", "-d", anyRef(subject)]),
  asGit((subject) => ["symbolic-ref", anyRef(subject), anyRef(subject)]),
  asGit((subject) => ["symbolic-ref", "HEAD", anyRef(subject)]),
  asGit(() => ["symbolic-ref", "HEAD", "refs/heads/main"]),
  asGit(() => ["symbolic-ref", "HEAD", "refs/heads/main"]),
  asGit((subject) => ["update-ref", "--no-deref", "HEAD", anyId(subject)]),
  asGit((subject) => ["replace", "-f", anyId(subject), anyId(subject)]),
  asGit((subject) => ["replace", "-d", anyId(subject)]),
  asGit(() => ["pack-refs", "--all"]),
  asGit(() => ["pack-refs", "--all"]),
  asGit(() => ["repack", "-q", "-a", "-d"]),
  asGit((subject) => ["commit", "-q", "--allow-empty", "-m", String(subject.random.below(1000))]),
  scribble(() => "nonsense\n"),
  scribble(() => ""),
  scribble(() => `${absent}\n`),
  scribble((subject) => `${anyId(subject).toUpperCase()} and more`),
  scribble((subject) => `ref:   ${anyRef(subject)}  \n`),
  linkRef
]

/** The outcome of a question as text. */
const outcome = <A>(effect: Effect.Effect<A, GitError>): Effect.Effect<string> =>
  Effect.match(effect, {
    onFailure: ({ message, reason }) => `${reason._tag}: ${message}`,
    onSuccess: (found) => JSON.stringify(found)
  })

/** A fixed set of questions. */
const ask = Effect.fnUntraced(function* (git: Git["Service"], names: ReadonlyArray<string>) {
  const head = yield* outcome(git.resolveCommit("HEAD"))
  const found = yield* Effect.forEach(refs, (ref) => outcome(git.resolveRef(ref)))
  const named = yield* Effect.forEach(names, (name) => outcome(git.resolveCommit(name)))
  return { head, found, named }
})

const namesFor = (subject: Subject): ReadonlyArray<string> => {
  const id = anyId(subject)
  const some = [
    id,
    anyId(subject),
    id.toUpperCase(),
    id.slice(0, 9),
    `${id}^0`,
    `${id}~2`,
    anyRef(subject),
    absent,
    "@"
  ]
  return Array.from({ length: 4 }, () => subject.random.pick(some) ?? id)
}

/** es-git with a count of the calls it answered. */
const watched = () => {
  const known = { commits: 0, refs: 0 }
  const count = <A>(kind: keyof typeof known, found: A): A => {
    known[kind] += 1
    return found
  }
  const library = () =>
    loadEsGit().then(({ openRepository }) => ({
      openRepository: (path: string, options: { readonly noSearch: boolean }) =>
        openRepository(path, options).then((opened) => ({
          path: () => opened.path(),
          revparseSingle: (name: string) => count("commits", opened.revparseSingle(name)),
          getReference: (name: string) => count("refs", opened.getReference(name))
        }))
    }))
  return { known, library }
}

describe("both layers of Git", () => {
  it.effect.each(Array.from({ length: 2 }, (_, n) => n + 1))(
    "give the same answers while refs change (%s)",
    (seed) =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const commits = yield* repository.importHistory(generateHistory(seed, 8))
        yield* repository.git(["tag", "-a", "-m", "tag", "v1", commits[2] ?? "HEAD"])
        const others = yield* Effect.forEach(["refs/tags/v1", "HEAD^{tree}"], repository.id)
        const subject = { repository, random: makeRandom(seed), ids: [...commits, ...commits, ...others] }
        const { known, library } = watched()
        const plain = Context.get(yield* Layer.build(gitProcessAt(repository.directory, isolation)), Git)
        const quick = Context.get(yield* Layer.build(esGitAt(repository.directory, isolation, library)), Git)
        for (let step = 0; step < 10; step += 1) {
          for (let count = 1 + subject.random.below(3); count > 0; count -= 1) {
            yield* (subject.random.pick(changes) ?? linkRef)(subject)
          }
          const names = namesFor(subject)
          // Long-lived processes reread replace refs only when the blame context is read.
          yield* Effect.forEach([plain, quick], (git) => Effect.ignore(git.blameContext))
          assert.deepStrictEqual(yield* ask(quick, names), yield* ask(plain, names), `step ${step}`)
        }
        assert.isAbove(Math.min(known.commits, known.refs), 5)
      }),
    slow
  )
})
