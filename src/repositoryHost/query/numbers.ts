const decimal = /^[\0- ]*([+-]?)(NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFdD]?[\0- ]*$/

/** Parses a number as Java's `Float.parseFloat` does, with the precision of 32 bits. Undefined if it is none. */
export const parseFloat32 = (text: string): number | undefined => {
  const found = decimal.exec(text)
  return found === null ? undefined : Math.fround(Number(`${found[1] === "-" ? "-" : ""}${found[2]}`))
}

const maxInteger = 2 ** 31 - 1

/** Converts to an integer as Java's cast does. */
export const truncate32 = (number: number): number =>
  Number.isNaN(number) ? 0 : Math.trunc(Math.min(Math.max(number, -maxInteger - 1), maxInteger))
