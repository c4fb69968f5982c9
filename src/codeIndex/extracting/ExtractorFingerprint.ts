import { Context } from "effect"

/** Defined by the build. */
declare const EXTRACTOR_FINGERPRINT: string | undefined

/**
 * Digest of everything that facts and links depend on except the files: grammars, parsers, extractors and rules of
 * linking. Computed by the build, so empty when running from source.
 */
export const ExtractorFingerprint = Context.Reference<string>("ultragit/codeIndex/extracting/ExtractorFingerprint", {
  defaultValue: () => (typeof EXTRACTOR_FINGERPRINT === "string" ? EXTRACTOR_FINGERPRINT : "")
})
