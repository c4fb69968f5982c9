import type { ParamPattern, TSFunctionType, TSType, TSTypeAnnotation, TSTypeParameterDeclaration } from "oxc-parser"
import type { Named, Template, Typedef, WrittenType } from "./readComment.ts"

/** Types by how they are written. */
export type Types = ReadonlyMap<WrittenType, TSType>

type Place = { readonly start: number; readonly end: number }

export const annotate = (type: TSType): TSTypeAnnotation => ({
  type: "TSTypeAnnotation",
  typeAnnotation: type,
  start: type.start,
  end: type.end
})

const arrayOf = (elementType: TSType): TSType => ({
  type: "TSArrayType",
  elementType,
  start: elementType.start,
  end: elementType.end
})

const unknownAt = ({ end, start }: Place): TSType => ({ type: "TSUnknownKeyword", start, end })

const isList = ({ text }: WrittenType): boolean => /\[\]\s*$|^\s*Array\b/.test(text)

/** Makes the type of an object of what a comment says of its members. */
const makeLiteral = (types: Types, members: ReadonlyArray<Named>, { end, start }: Place): TSType => ({
  type: "TSTypeLiteral",
  start,
  end,
  members: members.map((member) => {
    const type = typeOf(types, member, { start, end })
    return {
      type: "TSPropertySignature",
      computed: false,
      optional: false,
      readonly: false,
      key: { type: "Identifier", name: member.name, start, end },
      typeAnnotation: type === undefined ? null : annotate(type),
      accessibility: null,
      static: false,
      start,
      end
    }
  })
})

/** Returns the type of a parameter or property: of its members, if the comment lists them. */
export const typeOf = (types: Types, { isRest, members, type: written }: Named, place: Place): TSType | undefined => {
  const type = written === undefined ? undefined : types.get(written)
  if (members.length > 0) {
    const literal = makeLiteral(types, members, type ?? place)
    return isRest || (written !== undefined && isList(written)) ? arrayOf(literal) : literal
  }
  return type !== undefined && isRest ? arrayOf(type) : type
}

/** Makes type parameters. */
export const makeTypeParameters = (
  types: Types,
  templates: ReadonlyArray<Template>,
  { end, start }: Place
): TSTypeParameterDeclaration | null =>
  templates.length === 0
    ? null
    : {
        type: "TSTypeParameterDeclaration",
        start,
        end,
        params: templates.map(({ constraint, name }) => ({
          type: "TSTypeParameter",
          name: { type: "Identifier", name, start, end },
          constraint: (constraint === undefined ? undefined : types.get(constraint)) ?? null,
          default: null,
          in: false,
          out: false,
          const: false,
          start,
          end
        }))
      }

const makeParameter = (types: Types, named: Named, { end, start }: Place): ParamPattern => {
  const type = typeOf(types, named, { start, end })
  const typeAnnotation = type === undefined ? null : annotate(type)
  return named.isRest
    ? {
        type: "RestElement",
        argument: { type: "Identifier", name: named.name, start, end },
        typeAnnotation,
        start,
        end
      }
    : { type: "Identifier", name: named.name, typeAnnotation, start, end }
}

const makeFunctionType = (types: Types, { parameters, returns }: Typedef, place: Place): TSFunctionType => {
  const yields = (returns === undefined ? undefined : types.get(returns)) ?? unknownAt(place)
  return {
    type: "TSFunctionType",
    typeParameters: null,
    params: parameters.map((each) => makeParameter(types, each, place)),
    returnType: annotate(yields),
    start: place.start,
    end: place.end
  }
}

/** Makes the type that a comment declares; undefined if it says nothing of it. */
export const makeDeclared = (types: Types, typedef: Typedef, place: Place): TSType | undefined => {
  const { properties, tag, type: written } = typedef
  if (tag === "callback") return makeFunctionType(types, typedef, place)
  const type = written === undefined ? undefined : types.get(written)
  if (properties.length === 0) return type
  const literal = makeLiteral(types, properties, type ?? place)
  return written !== undefined && isList(written) ? arrayOf(literal) : literal
}
