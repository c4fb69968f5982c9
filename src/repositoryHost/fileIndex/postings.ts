/** The blobs that have a word, by ascending id, and how often each has it. */
export interface Postings {
  readonly blobs: Array<number>
  readonly counts: Array<number>
}

/** Writes a number in groups of 7 bits, the lowest first. */
const pushNumber = (bytes: Array<number>, value: number): void => {
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

/** Packs postings: for each blob the distance from the one before it, and the count. */
export const packPostings = ({ blobs, counts }: Postings): Uint8Array => {
  const bytes: Array<number> = []
  let last = 0
  for (const [at, blob] of blobs.entries()) {
    pushNumber(bytes, blob - last)
    pushNumber(bytes, counts[at] ?? 0)
    last = blob
  }
  return Uint8Array.from(bytes)
}

/** Calls `take` for each blob of packed postings. What is cut short ends with the last whole pair. */
export const readPostings = (bytes: Uint8Array, take: (blob: number, count: number) => void): void => {
  let at = 0
  const next = (): number => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
  let blob = 0
  while (at < bytes.length) {
    blob += next()
    take(blob, next())
  }
}
