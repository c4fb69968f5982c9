import { declareInFile } from "../Detector.ts"
import { findUses, placeOfReference } from "../FileFacts.ts"

const unverified =
  /^(?:ssl\.(?:_create_unverified_context|_create_default_https_context|wrap_socket|CERT_NONE)|urllib3\.disable_warnings)$/

/** A comparison with the mode, or a table of modes, gives nothing up. */
const given = String.raw`(?:^|[^=!<>])=\s*(?:\w+\.)*CERT_NONE\b`

export const unverifiedTls = declareInFile({
  id: "unverified-tls",
  category: "security",
  finds: "A TLS connection that does not verify who answers: ssl.CERT_NONE and the like.",
  why: "Whoever is in between reads and changes everything.",
  fix: "Use ssl.create_default_context, with a certificate authority of your own if need be.",
  confidence: 0.2,
  off: "Of 30 that were judged 1 helped: the user has turned it off, a protocol above it verifies, or a library is bundled.",
  inFile: (file) =>
    findUses(file, ["call", "read"], (origin) => (unverified.test(origin) ? true : undefined)).map(
      ({ origin, reference }) => ({
        severity: "medium" as const,
        ...placeOfReference(file, reference),
        title: `${origin} gives up verifying the other side.`,
        key: origin,
        ...(origin.endsWith("CERT_NONE") ? { lineMustMatch: given } : {})
      })
    )
})
