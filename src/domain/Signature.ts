/** A signature without what differs between writers: white space, the opening of the body. */
export const foldSignature = (signature: string): string =>
  signature
    .replace(/\s+/g, " ")
    .replace(/[\s{;:]+$/, "")
    .trim()
