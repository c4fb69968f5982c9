import { Context } from "effect"

/** Put in by the build of the program. */
declare const PARSER_FINGERPRINT: string | undefined

/**
 * What outlines depend on beside the file: grammars, parsers and all code of this folder, as a digest that the build
 * makes. Not known where the source is run as it is. Read when the layer of `Parser` is built.
 */
export const ParserFingerprint = Context.Reference<string | undefined>("ultragit/adapters/parser/ParserFingerprint", {
  defaultValue: () => (typeof PARSER_FINGERPRINT === "string" ? PARSER_FINGERPRINT : undefined)
})
