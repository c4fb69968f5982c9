/** One function of a source file, five of its lines distinguish the variants. */
const unit = (name: string, variant: string): string =>
  [
    `export function ${name}(size: number): string {`,
    ...[1, 2, 3].map((at) => `  const part${at} = "${name} ${variant} ${at}"`),
    "  return [part1, part2, part3, size].join()",
    "}",
    ""
  ].join("\n")

const hedge = (name: string): string => [1, 2, 3, 4].map((at) => `// ${name} ends, ${at}\n`).join("") + "\n"

/** A file of these functions, far enough apart that changes of two never meet. */
export const sourceOf = (names: ReadonlyArray<string>, variant: string): string =>
  names.map((name) => `${unit(name, variant)}${hedge(name)}`).join("")

const place = (name: string): RegExp => new RegExp(`export function ${name}\\([^]*?\\n\\}\\n`, "u")

/** The same file with another variant of one function. */
export const rewritten = (source: string, name: string, variant: string): string =>
  source.replace(place(name), unit(name, variant))

const weightOf = (text: string): number => text.match(/\w/g)?.length ?? 0

/** The share of a function's variant, by letters and digits of its lines, that a file has in the function of that name. */
export const shareOf = (source: string, name: string, variant: string): number => {
  const standing = new Set(place(name).exec(source)?.[0].split("\n"))
  const wanted = unit(name, variant).split("\n")
  return weightOf(wanted.filter((line) => standing.has(line)).join("")) / weightOf(wanted.join(""))
}

/** The lines of a function, counted from 1, both included; none where it is not. */
export const linesOf = (source: string, name: string): readonly [start: number, end: number] | undefined => {
  const found = place(name).exec(source)
  if (found === null) return undefined
  const start = source.slice(0, found.index).split("\n").length
  return [start, start + found[0].split("\n").length - 2]
}
