import { NodeServices } from "@effect/platform-node"
import { ConfigProvider, Duration, Effect, type FileSystem, Layer, Option } from "effect"
import { Hosting } from "../../src/adapters/hosting/Hosting.ts"
import { HostWaits } from "../../src/adapters/hosting/HostWaits.ts"
import type { HostKind } from "../../src/adapters/hosting/Site.ts"
import { findProject } from "../../src/sharing/imports/findProject.ts"
import { importPulls } from "../../src/sharing/imports/importPulls.ts"
import { type Authoring, authoredNow } from "./authored.ts"
import type { TemporaryRepository } from "./TemporaryRepository.ts"

export const pullsRef = "refs/notes/ultragit-pulls"

/** A token that scanners ignore. */
export const hostToken = ["ghp", "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"].join("_")

const brief = Duration.millis(1)
const shortWaits = {
  answer: Duration.seconds(20),
  unstatedLimit: brief,
  maxLimit: Duration.minutes(5),
  retry: brief
}

/** Provides what imports need, with a token for the server and without long waits. */
export const importing =
  (repository: TemporaryRepository, host: string, waits: Partial<typeof shortWaits> = {}) =>
  <A, E>(effect: Effect.Effect<A, E, Authoring | FileSystem.FileSystem | Hosting>) =>
    authoredNow(repository)(
      Effect.provide(effect, Layer.merge(NodeServices.layer, Hosting.layer), { local: true })
    ).pipe(
      Effect.provide(
        ConfigProvider.layer(
          ConfigProvider.fromUnknown({
            GITHUB_TOKEN: hostToken,
            GH_HOST: host,
            GITLAB_TOKEN: hostToken,
            GITLAB_HOST: host
          })
        )
      ),
      Effect.provideService(HostWaits, { ...shortWaits, ...waits })
    )

/** Adds the server's project as `origin`. */
export const addOrigin = (repository: TemporaryRepository, { url }: { readonly url: string }) =>
  repository.git(["remote", "add", "origin", `${url}/octo/demo.git`])

/** Imports as the command does, from the server that is `origin`. */
export const importFrom = (
  repository: TemporaryRepository,
  server: { readonly host: string },
  kind: HostKind = "github",
  waits: Partial<typeof shortWaits> = {}
) =>
  Effect.flatMap(findProject(kind, Option.none()), (site) => importPulls(site, () => Effect.void)).pipe(
    importing(repository, server.host, waits)
  )

/** The imported requests on a commit; undefined if it has no such note. */
export const pullsOn = (repository: TemporaryRepository, commit: string) =>
  Effect.map(repository.tryGit(["notes", `--ref=${pullsRef}`, "show", commit]), ({ exitCode, stdout }) =>
    exitCode === 0 ? JSON.parse(stdout.toString()).pulls : undefined
  )
