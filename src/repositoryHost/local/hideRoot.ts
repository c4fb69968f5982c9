import { Effect, Option } from "effect"
import { realPath } from "../../adapters/git/process/FileFingerprint.ts"
import { CurrentPrincipal } from "../../domain/Principal.ts"
import type { Skipped } from "../model/answers.ts"
import { HostError, HostFailed } from "../model/HostError.ts"
import type { RepositoryHost } from "../model/RepositoryHost.ts"

type Host = RepositoryHost["Service"]

/** Makes a text out of one of git, with paths from the root. */
const makeHide = (root: string): ((text: string) => string) => {
  const locations = [root, Option.getOrElse(realPath(root), () => root)].filter((location) => location !== "/")
  return (text) => locations.reduce((shown, location) => shown.replaceAll(`${location}/`, ""), text)
}

/** The same host: where its root is on this machine is for its user only, and no principal learns it from failures. */
export const hideRoot = (root: string, host: Host): Host => {
  const hide = makeHide(root)
  const hideFailure = (error: HostError): HostError =>
    error.reason._tag === "HostFailed"
      ? new HostError({ reason: new HostFailed({ detail: hide(error.reason.detail) }) })
      : error
  const hideSkipped = <A extends { readonly skipped?: ReadonlyArray<Skipped> }>(answer: A): A =>
    answer.skipped === undefined
      ? answer
      : { ...answer, skipped: answer.skipped.map((each) => ({ ...each, reason: hide(each.reason) })) }
  const inAnswer = <A extends { readonly skipped?: ReadonlyArray<Skipped> }>(asked: Effect.Effect<A, HostError>) =>
    Effect.flatMap(CurrentPrincipal, (principal) =>
      principal === undefined ? asked : Effect.map(Effect.mapError(asked, hideFailure), hideSkipped)
    )
  const inFailure = <A>(asked: Effect.Effect<A, HostError>) =>
    Effect.flatMap(CurrentPrincipal, (principal) =>
      principal === undefined ? asked : Effect.mapError(asked, hideFailure)
    )
  return {
    list: (question) => inAnswer(host.list(question)),
    files: (question) => inFailure(host.files(question)),
    file: (question) => inFailure(host.file(question)),
    find: (question) => inAnswer(host.find(question)),
    searchFiles: (question) => inAnswer(host.searchFiles(question)),
    searchCommits: (question) => inAnswer(host.searchCommits(question)),
    updateIndex: host.updateIndex,
    names: host.names
  }
}
