import { Effect, type Scope } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { makeFolder, repositoryAt, type TemporaryRepository } from "../TemporaryRepository.ts"
import { rewritten } from "./code.ts"
import { noteOf, type Statement, type StepName, type Story } from "./story.ts"

/** What keeps the notes: git as its manual says to configure it, or the program's hooks. */
export type Keeper = "git" | "ultragit"

/** What a keeper does to a repository so that its notes follow, and how one waits for it. */
export interface Keeping {
  readonly keeper: Keeper
  /** Sets a repository up. */
  readonly setUp: (repository: TemporaryRepository) => Effect.Effect<void>
  /** Adds what is said to the note of a commit, as a user of this keeper would. */
  readonly say: (repository: TemporaryRepository, commit: string, note: object) => Effect.Effect<void>
  /** Tells of rewrites that git made without its hooks: lines of `old new`. */
  readonly map: (repository: TemporaryRepository, file: string) => Effect.Effect<void>
  /** Tells that a commit stands for all of a branch's, squashed elsewhere. */
  readonly squashed: (repository: TemporaryRepository, commit: string, range: string) => Effect.Effect<void>
  /** Waits until everything that hooks began is done. */
  readonly settle: (repository: TemporaryRepository) => Effect.Effect<void>
}

type Variables = Readonly<Record<string, string>>

/** One line of a rebase's list: a command and the commit, or a command alone. */
export type Todo = ReadonlyArray<readonly [command: string, revision?: string]>

/** A repository in which an operation is tried by real git, hooks waited for, no editor opening. */
export interface Place {
  readonly keeping: Keeping
  readonly repository: TemporaryRepository
  readonly directory: string
  /** The commit of the story, as it was made. */
  readonly idOf: (name: StepName) => string
  /** Runs git; a failure is a defect. */
  readonly git: (args: ReadonlyArray<string>, env?: Variables) => Effect.Effect<string>
  /** Runs git where it must stop: a conflict. */
  readonly stops: (args: ReadonlyArray<string>, env?: Variables) => Effect.Effect<void>
  /** Gives a function another variant in the work tree. */
  readonly rewrite: (file: string, anchor: string, variant: string) => Effect.Effect<void>
  /** Commits all changes of tracked files; the new commit. */
  readonly commit: (message: string, ...args: ReadonlyArray<string>) => Effect.Effect<string>
  /** Hangs a note on a commit that has none yet. */
  readonly note: (commit: string, statements: ReadonlyArray<Statement>) => Effect.Effect<void>
  /** Adds to the note of a commit, as the keeper does it. */
  readonly say: (commit: string, statements: ReadonlyArray<Statement>) => Effect.Effect<void>
  /** The variables that make an interactive rebase follow this list. */
  readonly following: (todo: Todo) => Effect.Effect<Variables>
  /** Writes a text outside the work tree; its path. */
  readonly scratch: (name: string, text: string) => Effect.Effect<string>
  /** The same for another work tree or clone. */
  readonly elsewhere: (directory: string) => Place
}

const waited: Variables = { CI: "1", GIT_EDITOR: "true", GIT_SEQUENCE_EDITOR: "true", GIT_MERGE_AUTOEDIT: "no" }
const variables = (env: Variables | undefined): Variables => ({ ...waited, ...env })

const makeNote = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  commit: string,
  statements: ReadonlyArray<Statement>
) {
  const files = [...new Set(statements.map(({ file }) => file))]
  const contents = yield* Effect.forEach(files, (file) => repository.git(["show", `${commit}:${file}`]))
  const byFile = new Map(files.map((file, at) => [file, contents[at] ?? ""] as const))
  const timestamp = yield* repository.git(["show", "--no-patch", "--format=%cI", commit])
  return noteOf(commit, timestamp, statements, (file) => byFile.get(file) ?? "")
})

const at = (
  directory: string,
  outside: string,
  { idOf, keeping }: { readonly idOf: Story["idOf"]; readonly keeping: Keeping }
): Place => {
  const repository = repositoryAt(directory)
  const git: Place["git"] = (args, env) => repository.git(args, { env: variables(env) })
  const stops: Place["stops"] = Effect.fnUntraced(function* (args, env) {
    const result = yield* repository.tryGit(args, { env: variables(env) })
    if (result.exitCode === 0) return yield* Effect.die(new Error(`git ${args.join(" ")} did not stop`))
  })
  const scratch: Place["scratch"] = Effect.fnUntraced(function* (name, text) {
    const path = join(outside, name)
    yield* Effect.promise(() => writeFile(path, text))
    return path
  })
  return {
    keeping,
    repository,
    directory,
    idOf,
    git,
    stops,
    scratch,
    rewrite: Effect.fnUntraced(function* (file, anchor, variant) {
      const source = yield* Effect.promise(() => readFile(join(directory, file), "utf8"))
      yield* repository.write(file, rewritten(source, anchor, variant))
    }),
    commit: Effect.fnUntraced(function* (message, ...args) {
      yield* git(["commit", "--quiet", "--all", "-m", message, ...args])
      return yield* repository.id("HEAD")
    }),
    note: Effect.fnUntraced(function* (commit, statements) {
      yield* repository.note(commit, yield* makeNote(repository, commit, statements))
    }),
    say: Effect.fnUntraced(function* (commit, statements) {
      yield* keeping.say(repository, commit, yield* makeNote(repository, commit, statements))
    }),
    following: Effect.fnUntraced(function* (todo) {
      const text = todo.map((line) => `${line.join(" ")}\n`).join("")
      return { GIT_SEQUENCE_EDITOR: `cp '${yield* scratch("todo", text)}'` }
    }),
    elsewhere: (other) => at(other, outside, { idOf, keeping })
  }
}

/** The place of a story. */
export const placeOf = (story: Story, keeping: Keeping): Effect.Effect<Place, never, Scope.Scope> =>
  Effect.map(makeFolder, (outside) => at(story.repository.directory, outside, { idOf: story.idOf, keeping }))
