import { accessSync, constants } from "node:fs"
import { Option, Result } from "effect"
import type { CertificateFiles } from "../../../adapters/http/certificates.ts"
import { canonicalHost } from "../../../adapters/http/hostNames.ts"
import { type AddressRanges, parseRanges } from "../../../adapters/http/peers.ts"
import { escapeControls } from "../../../domain/Text.ts"
import { type Address, checkExposure, isLocal } from "./address.ts"
import { type AuthFlags, type AuthOptions, readAuthOptions } from "./authOptions.ts"
import type { ServeConfig } from "./ServeConfig.ts"

/** The flags of encryption and authentication. */
export interface ProtectionFlags extends AuthFlags {
  readonly tlsCert: Option.Option<string>
  readonly tlsKey: Option.Option<string>
  readonly behindProxy: ReadonlyArray<string>
}

/** How a server is protected, checked. */
export interface ProtectionOptions {
  readonly certificate: CertificateFiles | undefined
  readonly proxies: AddressRanges
  readonly mustBeNear: boolean
  readonly auth: AuthOptions
}

type Checked<A> = Result.Result<A, string>

/** What a command line gives, else the file. */
export const given = <A>(flags: ReadonlyArray<A>, configured: ReadonlyArray<A> | undefined): ReadonlyArray<A> =>
  flags.length > 0 ? flags : (configured ?? [])

const checkReadable = (option: string, file: string): Checked<string> =>
  Result.try({
    try: () => {
      accessSync(file, constants.R_OK)
      return file
    },
    catch: (cause) => `${option}: ${escapeControls(cause instanceof Error ? cause.message : String(cause))}`
  })

const readCertificate = (flags: ProtectionFlags, config: ServeConfig): Checked<CertificateFiles | undefined> =>
  Result.gen(function* () {
    const cert = Option.getOrElse(flags.tlsCert, () => config.tlsCert)
    const key = Option.getOrElse(flags.tlsKey, () => config.tlsKey)
    if (cert === undefined && key === undefined) return undefined
    if (cert === undefined || key === undefined) return yield* Result.fail("--tls-cert and --tls-key go together.")
    return { cert: yield* checkReadable("--tls-cert", cert), key: yield* checkReadable("--tls-key", key) }
  })

/** Reads the addresses and ranges of an option. Fails with a sentence. */
export const readRanges = (option: string, ranges: ReadonlyArray<string>): Checked<AddressRanges> => {
  const parsed = parseRanges(ranges)
  return parsed === undefined
    ? Result.fail(`${option} takes addresses and ranges such as 10.0.0.0/8, not ${escapeControls(ranges.join(", "))}.`)
    : Result.succeed(parsed)
}

/** Reads the names of `--host`. Fails with a sentence. */
export const readHostNames = (names: ReadonlyArray<string>): Checked<ReadonlyArray<string>> => {
  const wrong = names.find((name) => canonicalHost(name) === undefined)
  return wrong === undefined
    ? Result.succeed(names)
    : Result.fail(`--host takes a host name without a port, such as git.example.com, not ${escapeControls(wrong)}.`)
}

/**
 * Reads what protects a server at an address. Fails with a sentence, also if that is too little there.
 * @param modes the modes of authentication that the server has, as a user would add them
 */
export const readProtection = (
  address: Address,
  flags: ProtectionFlags,
  config: ServeConfig,
  modes: string
): Checked<ProtectionOptions> =>
  Result.gen(function* () {
    const certificate = yield* readCertificate(flags, config)
    const proxies = given(flags.behindProxy, config.behindProxy)
    const auth = yield* readAuthOptions(flags, config)
    yield* checkExposure(
      address,
      {
        isAuthenticated: auth.mode !== "none",
        hasCertificate: certificate !== undefined,
        isBehindProxy: proxies.length > 0
      },
      modes
    )
    return {
      certificate,
      proxies: yield* readRanges("--behind-proxy", proxies),
      mustBeNear: certificate === undefined && !isLocal(address),
      auth
    }
  })
