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

const headOf = ({ isReturned }: WrittenType, index: number): string => `type T${index} = ${isReturned ? "() => " : ""}`

/** What was written after a head. */
const typeAfter = ({ isReturned }: WrittenType, type: TSType): TSType | undefined => {
  if (!isReturned) return type
  return type.type === "TSFunctionType" ? type.returnType.typeAnnotation : undefined
}

/** Parses types together. None if one of them is no type: it would end the declaration, or all. */
const parseTogether = (parse: Parse, written: ReadonlyArray<WrittenType>): ReadonlyArray<TSType> | undefined => {
  const lines = written.map((one, index) => `${headOf(one, index)}${one.text}\n`)
  const parsed = parse(lines.join(""), "ts")
  if (parsed._tag === "Broken" || parsed.program.body.length !== written.length) return undefined
  const types: Array<TSType> = []
  let start = 0
  for (const [index, node] of parsed.program.body.entries()) {
    const one = written[index]
    const isOwn = node.type === "TSTypeAliasDeclaration" && node.start === start && node.id.name === `T${index}`
    const type = isOwn && one !== undefined ? typeAfter(one, node.typeAnnotation) : undefined
    if (one === undefined || type === undefined) return undefined
    move(type, one.start - start - headOf(one, index).length)
    types.push(type)
    start += lines[index]?.length ?? 0
  }
  return types
}

/** Parses all, or halves of them again. */
const parseHalves = <One, Parsed>(
  parse: (all: ReadonlyArray<One>) => ReadonlyArray<Parsed> | undefined,
  all: ReadonlyArray<One>
): ReadonlyArray<readonly [One, Parsed]> => {
  if (all.length === 0) return []
  const parsed = parse(all)
  if (parsed !== undefined)
    return all.flatMap((one, index) => {
      const found = parsed[index]
      return found === undefined ? [] : [[one, found] as const]
    })
  const middle = Math.floor(all.length / 2)
  return middle === 0 ? [] : [all.slice(0, middle), all.slice(middle)].flatMap((half) => parseHalves(parse, half))
}

/** Parses types as TypeScript, at their offsets in the file. What is no type is left out. */
export const parseTypes = (parse: Parse, written: ReadonlyArray<WrittenType>): ReadonlyMap<WrittenType, TSType> =>
  new Map(parseHalves((some) => parseTogether(parse, some), written))

const importHead = "import "

const parseImportsTogether = (
  parse: Parse,
  written: ReadonlyArray<WrittenType>
): ReadonlyArray<ImportDeclaration> | undefined => {
  const lines = written.map(({ text }) => `${importHead}${text}\n`)
  const parsed = parse(lines.join(""), "ts")
  if (parsed._tag === "Broken" || parsed.program.body.length !== written.length) return undefined
  const imports: Array<ImportDeclaration> = []
  let start = 0
  for (const [index, node] of parsed.program.body.entries()) {
    const one = written[index]
    if (node.type !== "ImportDeclaration" || node.start !== start || one === undefined) return undefined
    move(node, one.start - start - importHead.length)
    imports.push({ ...node, importKind: "type" })
    start += lines[index]?.length ?? 0
  }
  return imports
}

/** Parses what `@import` has, at its offset in the file. */
export const parseImports = (parse: Parse, written: ReadonlyArray<WrittenType>): ReadonlyArray<ImportDeclaration> =>
  parseHalves((some) => parseImportsTogether(parse, some), written).map(([, node]) => node)
