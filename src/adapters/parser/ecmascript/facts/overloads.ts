import type { Node, ParamPattern, TSTypeParameterDeclaration } from "oxc-parser"
import type { DefinitionIndex } from "../../facts/Facts.ts"
import type { Found } from "../Source.ts"

interface Signature {
  readonly params: ReadonlyArray<ParamPattern>
  readonly typeParameters?: TSTypeParameterDeclaration | null
  /** Null without a body. */
  readonly body: unknown
}

const signatureOf = (node: Node): Signature | undefined => {
  if (node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction") return node
  if (node.type === "MethodDefinition" || node.type === "TSAbstractMethodDefinition") {
    return node.kind === "method" ? node.value : undefined
  }
  return node.type === "TSMethodSignature" && node.kind === "method" ? { ...node, body: null } : undefined
}

/** The text of what a signature takes, with its type parameters if it names one. Equal for what takes the same. */
const textOfTaken = (text: string, { params, typeParameters }: Signature): string => {
  const [first, last] = [params[0], params.at(-1)]
  const taken = first === undefined || last === undefined ? "" : text.slice(first.start, last.end)
  if (typeParameters === null || typeParameters === undefined) return taken
  const words = new Set(taken.match(/[\p{L}\p{N}_$]+/gu))
  const isGeneric = typeParameters.params.some(({ name }) => words.has(name.name))
  return isGeneric ? `${text.slice(typeParameters.start, typeParameters.end)}(${taken}` : taken
}

/**
 * Finds the signatures that no call can mean: the implementation of overloads, and an overload that takes what an earlier one
 * takes, which comes first.
 */
export const findHiddenOverloads = (text: string, found: ReadonlyArray<Found>): ReadonlySet<DefinitionIndex> => {
  const signatures = found.flatMap(({ isStatic, name, node }, index) => {
    const signature = signatureOf(node)
    return signature === undefined ? [] : [{ index, key: `${isStatic} ${name}`, signature }]
  })
  const hidden = new Set<DefinitionIndex>()
  for (const group of Map.groupBy(signatures, ({ key }) => key).values()) {
    if (group.every(({ signature }) => signature.body !== null)) continue
    const seen = new Set<string>()
    for (const { index, signature } of group) {
      const taken = textOfTaken(text, signature)
      if (signature.body !== null || seen.has(taken)) hidden.add(index)
      seen.add(taken)
    }
  }
  return hidden
}
