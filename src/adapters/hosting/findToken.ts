import { execFile } from "node:child_process"
import { Effect, Option, Redacted } from "effect"
import { isKey, readVariable } from "../http/variables.ts"
import type { Access } from "./Access.ts"
import { HostingError, TokenMissing } from "./HostingError.ts"
import { type HostKind, isPublicHost, type Site } from "./Site.ts"

/** Time and output that a helper program may take. */
const helperTimeoutMillis = 10_000
const maxHelperBytes = 16 * 1024

/** Where a token for a host can come from. */
interface TokenSources {
  /** Variables in the order of their precedence. */
  readonly variables: ReadonlyArray<string>
  /** The host's own program, and the arguments with which it prints its token for a host. */
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly remedy: string
}

/** Variables that name the host for which the general token is, as the hosts' own programs and CI set them. */
const hostVariables: Record<HostKind, ReadonlyArray<string>> = {
  github: ["GH_HOST", "GITHUB_SERVER_URL"],
  gitlab: ["GITLAB_HOST", "GL_HOST", "CI_SERVER_URL"]
}

/** Whether a variable names this host, with or without a scheme. */
const isNamed = (host: string, name: string) =>
  Effect.map(
    readVariable(name),
    Option.exists(
      (value) =>
        value
          .toLowerCase()
          .replace(/^https?:\/\//, "")
          .replace(/\/.*$/, "") === host
    )
  )

/** Lists where a token may come from. A general token is only for the public host and the one that the user named. */
const listSources = Effect.fnUntraced(function* (site: Site) {
  const { host, kind } = site
  const isPublic = isPublicHost(site)
  const named = yield* Effect.forEach(hostVariables[kind], (name) => isNamed(host, name))
  const isGeneral = isPublic || named.includes(true)
  if (kind === "gitlab") {
    const unnamed = isGeneral ? "" : ` and GITLAB_HOST=${host}`
    return {
      variables: isGeneral ? ["GITLAB_TOKEN", "GITLAB_ACCESS_TOKEN"] : [],
      command: "glab",
      args: ["config", "get", "token", "--host", host],
      remedy: `Log in with glab auth login --hostname ${host}, or set GITLAB_TOKEN${unnamed} to a token with the scope read_api.`
    } satisfies TokenSources
  }
  const enterprise = isPublic ? [] : ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
  const variables = [...enterprise, ...(isGeneral ? ["GH_TOKEN", "GITHUB_TOKEN"] : [])]
  return {
    variables,
    command: "gh",
    args: ["auth", "token", "--hostname", host],
    remedy: `Log in with gh auth login --hostname ${host}, or set ${enterprise[0] ?? "GITHUB_TOKEN"} to a token that can read the project.`
  } satisfies TokenSources
})

/** Runs a program and returns its output; none if it is missing, fails, or prints too much. */
const runHelper = (command: string, args: ReadonlyArray<string>): Effect.Effect<Option.Option<string>> =>
  Effect.callback((resume, signal) => {
    const options = { timeout: helperTimeoutMillis, maxBuffer: maxHelperBytes, signal, windowsHide: true }
    execFile(command, [...args], options, (error, stdout) =>
      resume(Effect.succeed(error === null ? Option.some(stdout.trim()) : Option.none()))
    ).stdin?.end()
  })

/**
 * Finds the token for a site's host: in the environment, else from `gh` or `glab`. `GITHUB_TOKEN` and `GITLAB_TOKEN` only
 * go to the public hosts and to the one that `GH_HOST`, `GITLAB_HOST` or CI names. Fails with `TokenMissing`.
 */
export const findToken = Effect.fn("Hosting.findToken")(function* (site: Site) {
  const { args, command, remedy, variables } = yield* listSources(site)
  for (const name of variables) {
    const value = Option.filter(yield* readVariable(name), isKey)
    if (Option.isSome(value)) return { site, token: Redacted.make(value.value), source: name } satisfies Access
  }
  const printed = Option.filter(yield* runHelper(command, args), isKey)
  if (Option.isNone(printed)) {
    return yield* new HostingError({ reason: new TokenMissing({ host: site.host, remedy }) })
  }
  return {
    site,
    token: Redacted.make(printed.value),
    source: `${command} ${args.slice(0, -2).join(" ")}`
  } satisfies Access
})
