import type { Value, ValueIndex } from "./Facts.ts"

/** Whether a value starts with something that the file knows by name; `isRooted` says so of those it is made of. */
export const startsWithName = (value: Value, isRooted: (index: ValueIndex) => boolean): boolean => {
  switch (value.tag) {
    case "unknown":
    case "function":
    case "object":
    case "given":
      return false
    case "definition":
    case "import":
    case "global":
    case "this":
    case "super":
      return true
    case "union":
      return value.of.some(isRooted)
    case "conditional":
      return isRooted(value.holds) || isRooted(value.otherwise)
    case "narrowed":
      return isRooted(value.of) || isRooted(value.to)
    case "variable":
    case "generic":
    case "excluded":
    case "apply":
    case "member":
    case "call":
    case "new":
    case "await":
    case "element":
    case "entry":
    case "item":
    case "parameter":
    case "instance":
    case "typeof":
      return isRooted(value.of)
  }
}

/** Whether the value with a number starts with something that the file knows by name. */
export const isRooted = (values: ReadonlyArray<Value>, index: ValueIndex): boolean => {
  const value = values[index]
  return value !== undefined && startsWithName(value, (each) => isRooted(values, each))
}
