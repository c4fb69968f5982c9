import { Effect } from "effect"
import type { TemporaryRepository } from "../TemporaryRepository.ts"

/** Caches the answers of git for a repository, so that every layer is compared with the same answer. */
export const remembering = (repository: TemporaryRepository): TemporaryRepository => {
  const answers = new Map<string, string>()
  const git: TemporaryRepository["git"] = (args, input) =>
    Effect.suspend(() => {
      const question = JSON.stringify([args, input])
      const known = answers.get(question)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.tap(repository.git(args, input), (answer) => Effect.sync(() => answers.set(question, answer)))
    })
  return { ...repository, git }
}
