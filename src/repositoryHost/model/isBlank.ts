/** Whether a text has only blanks and control characters of ASCII, which the original takes as missing. */
export const isBlank = (text: string): boolean => /^[\0-\x20]*$/.test(text)
