import type { Definition, Facts, ValueIndex } from "../../adapters/parser/facts/Facts.ts"
import { parametersOf } from "./parametersOf.ts"

/** What links need to know of a definition. */
export interface ShapeDefinition extends Pick<
  Definition,
  | "kind"
  | "name"
  | "qualifiedName"
  | "container"
  | "isExported"
  | "isStatic"
  | "value"
  | "yields"
  | "decorated"
  | "typeParameters"
  | "self"
  | "bases"
> {
  /** Number of the definition or file that encloses it; only equality means something. */
  readonly scope: number
  /** Least and largest number of arguments; -1 for any number. */
  readonly arity: readonly [least: number, most: number]
  /**
   * What is declared for parameters, in TypeScript, JavaScript and Python; -1 for others. The last is a list if any number may follow.
   * In Kotlin and C# what an extension extends, and nothing else.
   */
  readonly parameters: ReadonlyArray<ValueIndex>
}

const noArity = [0, 0] as const

const arityOf = ({ parameters }: Definition): readonly [number, number] => {
  if (parameters.length === 0) return noArity
  const least = parameters.filter(({ isOptional, isRest }) => !isOptional && !isRest).length
  return [least, parameters.some(({ isRest }) => isRest) ? -1 : parameters.length]
}

/** What links need to know of a definition, which is within another one or the file. */
export const seeDefinition = (
  language: string,
  facts: Facts,
  definition: Definition,
  scope: number
): ShapeDefinition => {
  const { decorated, self, typeParameters } = definition
  const known = {
    kind: definition.kind,
    name: definition.name,
    qualifiedName: definition.qualifiedName,
    container: definition.container,
    isExported: definition.isExported,
    isStatic: definition.isStatic,
    value: definition.value,
    yields: definition.yields,
    bases: definition.bases,
    scope,
    arity: arityOf(definition),
    parameters: parametersOf(language, facts, definition)
  }
  // Most definitions have none of these.
  if (decorated === undefined && self === undefined && typeParameters === undefined) return known
  return {
    ...known,
    ...(decorated === undefined ? {} : { decorated }),
    ...(typeParameters === undefined ? {} : { typeParameters }),
    ...(self === undefined ? {} : { self })
  }
}
