import { Clock, Context, Effect, Layer } from "effect"
import type { GitblitServer } from "../../adapters/gitblit/findServer.ts"
import { GitblitConnection } from "../../adapters/gitblit/GitblitConnection.ts"
import type { Skipped } from "../model/answers.ts"
import { HostError, RequestInvalid } from "../model/HostError.ts"
import { RepositoryHost } from "../model/RepositoryHost.ts"
import { ask, joinNames, type Remote } from "./ask.ts"
import { listAll } from "./listAll.ts"
import { showVisible } from "./showVisible.ts"
import { WireCommitSearch, WireFile, WireFiles, WireFileSearch, WireFind, WireList } from "./wire.ts"

/** The server to ask. Read when the layer is built. */
export class RemoteServer extends Context.Service<RemoteServer, GitblitServer>()(
  "ultragit/repositoryHost/remote/GitblitHttp/RemoteServer"
) {}

type Host = RepositoryHost["Service"]

/** How long the names of all repositories are kept. */
const namesMillis = 60_000

const withSkipped = (skipped: ReadonlyArray<Skipped> | undefined) => (skipped === undefined ? {} : { skipped })

const list =
  (remote: Remote): Host["list"] =>
  ({ limit, offset, query }) =>
    Effect.map(ask(remote, "repos", { query, limit, offset }, WireList), ({ repositories, skipped, ...totals }) => ({
      repositories: repositories.map(({ description = null, hasCommits, lastChange = null, name }) => ({
        name,
        description,
        lastChange,
        hasCommits
      })),
      ...totals,
      ...withSkipped(skipped)
    }))

const files =
  (remote: Remote): Host["files"] =>
  ({ limit, offset, path, repo, revision }) =>
    Effect.map(
      ask(remote, "files", { repo, path, revision, limit, offset }, WireFiles),
      ({ files: entries, ...totals }) => ({
        files: entries.map(({ isDirectory, path: name, size }) => ({
          path: name,
          isDirectory,
          ...(size === undefined || size === null ? {} : { size })
        })),
        ...totals
      })
    )

const find =
  (remote: Remote): Host["find"] =>
  ({ limit, offset, pathPattern, repos, revision }) =>
    Effect.gen(function* () {
      const parameters = { pathPattern, repos: yield* joinNames(repos), revision, limit, offset }
      const { results, skipped, ...rest } = yield* ask(remote, "find", parameters, WireFind)
      return {
        ...rest,
        results: results.map((found) => ({ ...found, revision: found.revision ?? "" })),
        ...withSkipped(skipped)
      }
    })

const searchFiles =
  (remote: Remote): Host["searchFiles"] =>
  ({ branch, contextLines, limit, offset, pathPattern, query, repos }) =>
    Effect.gen(function* () {
      const parameters = { query, repos: yield* joinNames(repos), pathPattern, branch, contextLines, limit, offset }
      const found = yield* ask(remote, "search/files", parameters, WireFileSearch)
      const { query: searched, results, skipped, ...totals } = found
      return {
        query: searched ?? query,
        ...totals,
        results: results.map(({ branch: on = null, chunks = [], commitId = null, ...hit }) => ({
          ...hit,
          branch: on,
          commitId,
          chunks
        })),
        ...withSkipped(skipped)
      }
    })

const searchCommits =
  (remote: Remote): Host["searchCommits"] =>
  ({ authors, branch, limit, offset, query, repos }) =>
    Effect.gen(function* () {
      const parameters = { query, repos: yield* joinNames(repos), authors: authors?.join(","), branch, limit, offset }
      const found = yield* ask(remote, "search/commits", parameters, WireCommitSearch)
      const { commits, query: searched, skipped, ...totals } = found
      return {
        query: searched ?? query,
        ...totals,
        commits: commits.map((commit) => ({
          repository: commit.repository,
          commit: commit.commit,
          author: commit.author ?? "",
          committer: commit.committer ?? null,
          date: commit.date ?? "",
          title: commit.title ?? "",
          message: commit.message ?? "",
          branch: commit.branch ?? null
        })),
        ...withSkipped(skipped)
      }
    })

/** Keeps the names that were listed for a while. */
const keepNames = (lists: Host["list"]): Effect.Effect<ReadonlyArray<string>, HostError> => {
  let kept: { readonly names: ReadonlyArray<string>; readonly until: number } | undefined
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (kept !== undefined && now < kept.until) return kept.names
    const names = (yield* listAll(lists, undefined)).repositories.map(({ name }) => name)
    kept = { names, until: now + namesMillis }
    return names
  })
}

/** `RepositoryHost` over the REST interface of a Gitblit server's search plugin. */
const layerNoDeps = Layer.effect(
  RepositoryHost,
  Effect.gen(function* () {
    const remote: Remote = { server: yield* RemoteServer, connection: yield* GitblitConnection }
    const lists = list(remote)
    const host: Host = {
      list: lists,
      files: files(remote),
      file: (question) => ask(remote, "file", { ...question }, WireFile),
      find: find(remote),
      searchFiles: searchFiles(remote),
      searchCommits: searchCommits(remote),
      updateIndex: Effect.fail(
        new HostError({ reason: new RequestInvalid({ detail: "A Gitblit server has an index of its own." }) })
      ),
      names: keepNames(lists)
    }
    return RepositoryHost.of(showVisible(host))
  })
)

/** The layer of `RepositoryHost` over a server; needs {@link RemoteServer}. */
export const GitblitHttp = { layerNoDeps, layer: Layer.provide(layerNoDeps, GitblitConnection.layer) } as const
