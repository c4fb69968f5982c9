import { Option, Result } from "effect"

/** The kind of a host, by the API that it has. */
export const hostKinds = ["github", "gitlab"] as const
export type HostKind = (typeof hostKinds)[number]

/** A project on a host, and where the host's GraphQL API is. */
export interface Site {
  readonly kind: HostKind
  /** In lower case, with the port of an address that names one: `github.com`, `git.example.org:8443`. */
  readonly host: string
  /** `owner/name`, on GitLab also `group/subgroup/name`. */
  readonly project: string
  readonly endpoint: URL
}

/** A remote's address in parts. */
interface RemoteAddress {
  /** `http:`, `https:` or `ssh:`. */
  readonly protocol: string
  readonly hostname: string
  /** Only of an address whose port is the one of the web server. */
  readonly port: string
  readonly path: string
}

/** `user@host:path`. A single letter would be a drive. */
const scpLike = /^(?:[\w.+-]+@)?(\w[\w.-]+):(?!\/\/)(.+)$/
const webProtocol = /^https?:$/
const protocols = /^(?:https?|ssh|git|git\+ssh):$/
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Hosts whose names for ssh are not those of their web servers. */
const aliases: Readonly<Record<string, string>> = {
  "ssh.github.com": "github.com",
  "www.github.com": "github.com",
  "altssh.gitlab.com": "gitlab.com"
}

/** Hosts whose kind is known, so that no token is sent to the wrong one. */
const knownKinds: ReadonlyArray<readonly [host: RegExp, kind: HostKind | "other"]> = [
  [/^(?:github\.com|.+\.ghe\.com)$/, "github"],
  [/^gitlab\.com$/, "gitlab"],
  [/^(?:bitbucket\.org|codeberg\.org|git\.sr\.ht)$/, "other"]
]

const parseAddress = (address: string): Option.Option<RemoteAddress> => {
  const [, hostname, path] = scpLike.exec(address) ?? []
  if (hostname !== undefined && path !== undefined) {
    return Option.some({ protocol: "ssh:", hostname: hostname.toLowerCase(), port: "", path })
  }
  return Option.filter(
    Option.map(Result.getSuccess(Result.try(() => new URL(address))), (url) => ({
      protocol: url.protocol,
      hostname: url.hostname.toLowerCase(),
      port: webProtocol.test(url.protocol) ? url.port : "",
      path: url.pathname
    })),
    ({ hostname: name, protocol }) => name !== "" && protocols.test(protocol)
  )
}

const toProject = (kind: HostKind, path: string): Option.Option<string> => {
  const project = path.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "")
  const parts = project.split("/")
  const isPlain = parts.every((part) => /^[\w.~+-]{1,255}$/.test(part) && !/^\.+$/.test(part))
  return isPlain && (kind === "github" ? parts.length === 2 : parts.length >= 2) ? Option.some(project) : Option.none()
}

/** The kind of a host, if its name says so; `other` for one that has neither API. */
const findKind = (hostname: string): HostKind | "other" | undefined =>
  knownKinds.find(([pattern]) => pattern.test(hostname))?.[1]

/** Whether this is the public host of its kind, or a subdomain that the same company serves. */
export const isPublicHost = ({ host, kind }: Pick<Site, "host" | "kind">): boolean => findKind(host) === kind

const toEndpoint = (kind: HostKind, hostname: string, origin: string): URL => {
  if (kind === "github" && findKind(hostname) === "github") return new URL(`https://api.${hostname}/graphql`)
  return new URL("/api/graphql", origin)
}

/**
 * Finds the project that a remote's address names, on a host of this kind. None for a path, for an address that names no
 * project, and for a host that is known to be of another kind. A token goes to other machines only by https.
 */
export const findSite = (kind: HostKind, address: string): Option.Option<Site> =>
  Option.flatMap(parseAddress(address), ({ hostname, path, port, protocol }) => {
    const name = aliases[hostname] ?? hostname
    const known = findKind(name)
    if (known !== undefined && known !== kind) return Option.none()
    const isLocal = protocol === "http:" && loopback.test(name)
    const host = port === "" || (protocol === "http:" && !isLocal) ? name : `${name}:${port}`
    return Option.map(toProject(kind, path), (project) => ({
      kind,
      host,
      project,
      endpoint: toEndpoint(kind, name, `${isLocal ? "http" : "https"}://${host}`)
    }))
  })
