import { Effect, Option } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { HostKind, Site } from "../../adapters/hosting/Site.ts"
import { remotesIn } from "../../notes/remotes/RemoteNotes.ts"
import { findRemoteSite } from "../sync/remoteSites.ts"
import { RemoteUnknown, SyncError } from "../sync/SyncError.ts"
import { ImportError, NoProject } from "./ImportError.ts"

const hostTitles: Record<HostKind, string> = { github: "GitHub", gitlab: "GitLab" }

/**
 * Finds the project to import from: that of the named remote, else the first that a remote names, `origin` first. Fails
 * with `SyncError` if there is no such remote, and with `ImportError` if none names a project on a host of this kind.
 */
export const findProject = Effect.fn("Imports.findProject")(function* (kind: HostKind, named: Option.Option<string>) {
  const git = yield* Git
  yield* git.repository // Fails outside a repository, where git.config has only the user's entries.
  const entries = yield* git.config
  const known = remotesIn(entries)
  if (Option.isSome(named) && !known.includes(named.value)) {
    return yield* new SyncError({ reason: new RemoteUnknown({ remote: named.value, known }) })
  }
  const ordered = [...known.filter((name) => name === "origin"), ...known.filter((name) => name !== "origin")]
  const candidates = Option.match(named, { onNone: () => ordered, onSome: (name) => [name] })
  for (const remote of candidates) {
    const site = findRemoteSite(entries, kind, remote)
    if (Option.isSome(site)) return site.value satisfies Site
  }
  return yield* new ImportError({ reason: new NoProject({ title: hostTitles[kind], remotes: candidates }) })
})
