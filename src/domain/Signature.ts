/** A signature without what differs between writers: white space, the opening of the body. */
export const normalizeSignature = (signature: string): string =>
  signature
    .replace(/\s+/g, " ")
    .replace(/[\s{;:]+$/, "")
    .trim()
