import { Effect } from "effect"
import type { TemporaryRepository } from "../TemporaryRepository.ts"

/** The same repository, that git is asked each question about once: each layer's answer is compared with the same one. */
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
