/** The part of a request of Node that names its host. */
interface RequestHead {
  readonly httpVersion: string
  /** Names and values in turn, as they came. */
  readonly rawHeaders: ReadonlyArray<string>
}

const isHostName = (text: string): boolean => text.toLowerCase() === "host"

/**
 * What is wrong with the header `Host` of a request (RFC 9112, section 3.2); undefined if nothing is. A host with a path
 * in it would change the address that is asked for, after a proxy has looked at that.
 */
export const findHostProblem = ({ httpVersion, rawHeaders }: RequestHead): string | undefined => {
  const hosts = rawHeaders.filter((_, position) => position % 2 === 1 && isHostName(rawHeaders[position - 1] ?? ""))
  if (hosts.length > 1) return "The header Host is there more than once"
  const [host] = hosts
  if (host === undefined) return httpVersion === "1.0" ? undefined : "The header Host is missing"
  return /[@/\\?#]/.test(host) ? "The header Host is no host" : undefined
}
