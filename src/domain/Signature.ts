/**
 * Normalizes a signature: folds white space and removes the opening of the body, so that writers' styles compare equal.
 */
export const normalizeSignature = (signature: string): string =>
  signature
    .replace(/\s+/g, " ")
    .replace(/(?<![\s{;:])[\s{;:]+$/, "")
    .trim()
