import { Effect, Layer } from "effect"
import { BareGit } from "../../src/adapters/git/bare/BareGit.ts"

/** Keeps what an effect ended with, by its arguments. */
const keepBy = <Args extends ReadonlyArray<unknown>, A, E>(ask: (...args: Args) => Effect.Effect<A, E>) => {
  const kept = new Map<string, Effect.Effect<A, E>>()
  return (...args: Args): Effect.Effect<A, E> => {
    const key = JSON.stringify(args)
    return Effect.suspend(
      () =>
        kept.get(key) ??
        Effect.tap(Effect.exit(ask(...args)), (exit) => Effect.sync(() => kept.set(key, exit))).pipe(Effect.flatten)
    )
  }
}

/** Keeps the answers that come piece by piece. */
const keepPieces = <Question, Piece, E>(
  ask: (directory: string, question: Question, take: (piece: Piece) => void) => Effect.Effect<void, E>
) => {
  const collect = keepBy((directory: string, question: Question) => {
    const pieces: Array<Piece> = []
    return Effect.as(
      ask(directory, question, (piece) => void pieces.push(piece)),
      pieces
    )
  })
  return (directory: string, question: Question, take: (piece: Piece) => void) =>
    Effect.map(collect(directory, question), (pieces) => pieces.forEach(take))
}

/** Git that is asked each thing once, for repositories that do not change: 100,000 random queries ask it few things. */
export const keptGit = Layer.effect(
  BareGit,
  Effect.map(BareGit, (git) =>
    BareGit.of({
      ...git,
      resolve: keepBy(git.resolve),
      files: keepBy(git.files),
      children: keepBy(git.children),
      content: keepBy(git.content),
      contents: keepBy(git.contents),
      contentsOfMany: keepBy(git.contentsOfMany),
      grep: keepPieces(git.grep),
      log: keepPieces(git.log),
      commits: keepPieces(git.commits)
    })
  )
).pipe(Layer.provide(BareGit.layer))
