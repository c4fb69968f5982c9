import { Effect, Layer, Option } from "effect"
import { makeEsGitHandle } from "./EsGitHandle.ts"
import { isPlainRef, isPlainRevision, resolvePlainRevision, readPlainRef } from "./EsGitReads.ts"
import { EsGitLoading, type EsGitLoadPolicy } from "./EsGitLoading.ts"
import { Git } from "../Git.ts"
import { GitEnvironment } from "../GitEnvironment.ts"
import { GitProcess } from "../GitProcess.ts"
import type { Handled } from "./Routing.ts"

const policies: Readonly<Record<string, EsGitLoadPolicy>> = { process: "never", "es-git": "eager" }

const make = Effect.gen(function* () {
  const git = yield* Git
  const choice = (yield* GitEnvironment)["ULTRAGIT_GIT"]
  const configured = choice === undefined ? undefined : policies[choice]
  const handle = yield* makeEsGitHandle(git, configured ?? (yield* EsGitLoading))
  const overrides: Pick<Git["Service"], Handled> = {
    resolveCommit: (revision) =>
      isPlainRevision(revision)
        ? handle.first((at, repository) => resolvePlainRevision(at, repository, revision), git.resolveCommit(revision))
        : git.resolveCommit(revision),
    resolveRef: (ref) =>
      isPlainRef(ref)
        ? handle.first(
            (at, repository) => Option.map(readPlainRef(at, repository, ref), Option.some),
            git.resolveRef(ref)
          )
        : git.resolveRef(ref)
  }
  return Git.of({ ...git, ...overrides })
})

/**
 * `Git` over git processes, and over es-git for the calls that `Routing.ts` assigns to it: the same answers, some of
 * them faster. If es-git is not installed, does not load or cannot open the repository, git answers everything.
 */
const layerNoDeps = Layer.effect(Git, make).pipe(Layer.provide(GitProcess.layerNoDeps))

/** The layer of `Git` over git processes and es-git. */
export const EsGit = { layerNoDeps } as const
