import { Context } from "effect"

/** Defined by the build. */
declare const PARSER_FINGERPRINT: string | undefined

/**
 * Digest of everything that outlines depend on except the file: grammars, parsers and the code of this folder. Computed
 * by the build, so undefined when running from source. Read when the layer of `Parser` is built.
 */
export const ParserFingerprint = Context.Reference<string | undefined>("ultragit/adapters/parser/ParserFingerprint", {
  defaultValue: () => (typeof PARSER_FINGERPRINT === "string" ? PARSER_FINGERPRINT : undefined)
})
