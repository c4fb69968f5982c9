import * as Flag from "effect/cli/Flag"
import { booleanFlag } from "../../kit/booleanFlags.ts"
import { tokensFlag } from "./tokensFlag.ts"

/** The flags of encryption that all servers have. */
export const encryptionFlags = {
  tlsCert: Flag.String("tls-cert").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Serve TLS with the certificate chain in a PEM file"),
    Flag.optional
  ),
  tlsKey: Flag.String("tls-key").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("PEM file with the private key of the certificate"),
    Flag.optional
  ),
  behindProxy: Flag.String("behind-proxy").pipe(
    Flag.withMetavar("CIDR"),
    Flag.withDescription("Address or range of a proxy whose X-Forwarded-* headers count; repeatable"),
    Flag.atLeast(0)
  )
}

/** The flags of authentication, with these modes. */
export const authFlags = <const Modes extends ReadonlyArray<string>>(modes: Modes) => ({
  auth: Flag.Literals("auth", modes).pipe(
    Flag.withMetavar("MODE"),
    Flag.withDescription("How clients say who they are (default: none, for addresses of this machine only)"),
    Flag.optional
  ),
  tokens: tokensFlag,
  rateLimit: Flag.Int("rate-limit").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Requests a minute of each principal (default: 600)"),
    Flag.optional
  ),
  auditArguments: booleanFlag("audit-arguments", "Log the arguments of calls in the audit lines as well")
})
