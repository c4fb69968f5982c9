import type { Value, ValueIndex } from "../../facts/Facts.ts"

/** Whether a value starts with something that the file knows by name. */
export const isRooted = (values: ReadonlyArray<Value>, value: ValueIndex): boolean => {
  const found = values[value]
  switch (found?.tag) {
    case undefined:
    case "unknown":
    case "function":
    case "object":
    case "given":
      return false
    case "union":
      return found?.of.some((each) => isRooted(values, each))
    case "definition":
    case "import":
    case "global":
    case "this":
    case "super":
      return true
    case "conditional":
      return [found.holds, found.otherwise].some((each) => isRooted(values, each))
    case "narrowed":
      return isRooted(values, found.of) || isRooted(values, found.to)
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
      return isRooted(values, found.of)
  }
}
