import { Result } from "effect"
import { escapeControls } from "../../../domain/Text.ts"

/** Where a server listens. */
export interface Address {
  /** A name or an address, an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
}

/** Parses `HOST:PORT`, `[::1]:PORT` or `PORT`. Fails with a sentence. */
export const parseAddress = (text: string): Result.Result<Address, string> => {
  const found = /^(?:(\[[0-9a-fA-F:.]+\]|[^:[\]\s]+):)?(\d{1,5})$/.exec(text)
  const port = Number(found?.[2])
  if (found === null || port > 65_535) return Result.fail(`--listen takes HOST:PORT, not ${escapeControls(text)}.`)
  return Result.succeed({ host: (found[1] ?? "127.0.0.1").replace(/^\[|\]$/g, ""), port })
}

/** The host as it is in an address of the web. */
export const urlHost = (host: string): string => (host.includes(":") ? `[${host}]` : host)

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/** Whether only this machine reaches the address. */
export const isLocal = ({ host }: Address): boolean => loopback.test(host)

/** How a server is protected from those who reach it. */
interface Protection {
  readonly isAuthenticated: boolean
  readonly hasCertificate: boolean
  readonly isBehindProxy: boolean
}

/**
 * Refuses to listen for other machines without authentication and encryption (spec http, guards). Fails with a sentence.
 * @param modes the modes of authentication that the server has, as a user would add them
 */
export const checkExposure = (
  address: Address,
  { hasCertificate, isAuthenticated, isBehindProxy }: Protection,
  modes: string
): Result.Result<void, string> => {
  if (isLocal(address)) return Result.void
  const subject = `--listen ${escapeControls(address.host)} can be reached from other machines`
  if (!isAuthenticated) {
    return Result.fail(
      `${subject}, and the server has no authentication: add ${modes}, or use 127.0.0.1 behind a proxy that authenticates.`
    )
  }
  return hasCertificate || isBehindProxy
    ? Result.void
    : Result.fail(`${subject}: encrypt with --tls-cert and --tls-key, or name your proxy with --behind-proxy.`)
}
