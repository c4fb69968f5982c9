/**
 * Whether a server's answer leaves out what is still being read, and says to ask again. A server waits for it for a
 * second, which a busy machine may need for anything.
 */
export const isEarly = (answer: unknown): boolean => JSON.stringify(answer).includes("ask it again later")
