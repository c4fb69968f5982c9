import { LRUCache } from "lru-cache"
import { type Message, parseMessage } from "./parseMessage.ts"

/** Characters of the messages that are kept: some thousand messages. */
const maxKeptChars = 2 * 1024 * 1024

const kept = new LRUCache<string, Message>({
  maxSize: maxKeptChars,
  sizeCalculation: (_, text) => Math.max(1, text.length)
})

/** Parses a commit message as {@link parseMessage} does; messages of the last questions are kept. */
export const readMessage = (text: string): Message => {
  const known = kept.get(text)
  if (known !== undefined) return known
  const message = parseMessage(text)
  kept.set(text, message)
  return message
}
