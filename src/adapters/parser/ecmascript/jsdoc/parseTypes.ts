import type { ImportDeclaration, TSType } from "oxc-parser"
import type { Parse } from "../parse.ts"
import type { WrittenType } from "./readComment.ts"

/** Moves a node and those within it. */
const move = (node: object, distance: number): void => {
  if ("start" in node && typeof node.start === "number") node.start += distance
  if ("end" in node && typeof node.end === "number") node.end += distance
  for (const value of Object.values(node)) {
    if (typeof value === "object" && value !== null) move(value, distance)
  }
}

const headOf = (index: number): string => `type T${index} = `

/** Parses types together. None if one of them is no type: it would end the declaration, or all. */
const parseTogether = (parse: Parse, written: ReadonlyArray<WrittenType>): ReadonlyArray<TSType> | undefined => {
  const lines = written.map(({ text }, index) => `${headOf(index)}${text}\n`)
  const parsed = parse(lines.join(""), "ts")
  if (parsed._tag === "Broken" || parsed.program.body.length !== written.length) return undefined
  const types: Array<TSType> = []
  let start = 0
  for (const [index, node] of parsed.program.body.entries()) {
    const isOwn = node.type === "TSTypeAliasDeclaration" && node.start === start && node.id.name === `T${index}`
    if (!isOwn) return undefined
    move(node.typeAnnotation, (written[index]?.start ?? 0) - start - headOf(index).length)
    types.push(node.typeAnnotation)
    start += lines[index]?.length ?? 0
  }
  return types
}

/** Parses types as TypeScript, at their offsets in the file. What is no type is left out. */
export const parseTypes = (parse: Parse, written: ReadonlyArray<WrittenType>): ReadonlyMap<WrittenType, TSType> => {
  const all = parseTogether(parse, written)
  const each = all ?? written.map((one) => parseTogether(parse, [one])?.[0])
  return new Map(
    written.flatMap((one, index) => {
      const type = each[index]
      return type === undefined ? [] : [[one, type] as const]
    })
  )
}

const importHead = "import type "

/** Parses what `@import` has, at its offset in the file. */
export const parseImports = (parse: Parse, written: ReadonlyArray<WrittenType>): ReadonlyArray<ImportDeclaration> =>
  written.flatMap(({ start, text }) => {
    const parsed = parse(`${importHead}${text}`, "ts")
    const [node] = parsed._tag === "Tree" ? parsed.program.body : []
    if (node?.type !== "ImportDeclaration") return []
    move(node, start - importHead.length)
    return [node]
  })
