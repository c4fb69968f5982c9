import type { Value, ValueIndex } from "./Facts.ts"

const childrenOfFunction = ({
  parameters = [],
  rest,
  self,
  yields
}: Value & { readonly tag: "function" }): ReadonlyArray<ValueIndex> => [
  yields,
  ...parameters,
  ...[rest, self].filter((each) => each !== undefined)
]

const childrenOfObject = ({
  declared,
  members,
  spread = []
}: Value & { readonly tag: "object" }): ReadonlyArray<ValueIndex> => [
  ...members.map(([, member]) => member),
  ...spread,
  ...(declared === undefined ? [] : [declared])
]

type Type = Value & { readonly tag: "generic" | "apply" | "variable" | "conditional" }

const childrenOfType = (value: Type): ReadonlyArray<ValueIndex> => {
  switch (value.tag) {
    case "generic":
      return [value.of, ...value.parameters]
    case "apply":
      return [value.of, ...value.arguments, ...(value.entries ?? []).map(([, entry]) => entry)]
    case "variable":
      return value.otherwise === undefined ? [value.of] : [value.of, value.otherwise]
    case "conditional":
      return [value.check, value.to, value.holds, value.otherwise]
  }
}

/** Returns the values that a value is made of. */
export const childrenOf = (value: Value): ReadonlyArray<ValueIndex> => {
  switch (value.tag) {
    case "unknown":
    case "definition":
    case "import":
    case "global":
    case "this":
    case "super":
      return []
    case "given":
      return value.declared === undefined ? [] : [value.declared]
    case "narrowed":
    case "excluded":
      return [value.of, value.to]
    case "generic":
    case "apply":
    case "variable":
    case "conditional":
      return childrenOfType(value)
    case "union":
      return value.of
    case "function":
      return childrenOfFunction(value)
    case "object":
      return childrenOfObject(value)
    case "call":
      return value.given === undefined ? [value.of] : [value.of, ...value.given]
    case "member":
    case "new":
    case "await":
    case "element":
    case "entry":
    case "item":
    case "parameter":
    case "instance":
    case "typeof":
      return [value.of]
  }
}
