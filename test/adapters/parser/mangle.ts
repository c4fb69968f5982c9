/** Takes out, doubles or swaps lines, as an edit in progress or a bad merge does. */
export const mangle = (text: string, seeds: ReadonlyArray<number>): string => {
  const lines = text.split("\n")
  seeds.slice(0, 12).forEach((seed, turn) => {
    const at = seed % lines.length
    const line = lines[at] ?? ""
    if (turn % 3 === 0) lines.splice(at, 1 + (seed % 5))
    else if (turn % 3 === 1) lines.splice(at, 0, line.slice(0, seed % (line.length + 1)))
    else lines.splice(at, 1, line.split("").toReversed().join(""))
  })
  return lines.join("\n")
}
