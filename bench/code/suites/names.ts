/** A call: names are dotted and begin with the outermost, without constructors' own names. */
export interface Call {
  readonly file: string
  readonly from: string
  readonly targetFile: string
  readonly to: string
}

/** A case of a suite. */
export interface Case {
  readonly group: string
  readonly folder: string
  readonly expected: ReadonlyArray<Call>
}

const constructors = /\.(?:constructor|__init__|__construct|initialize|init)$/

/** A name of the index or of a suite in the form of both. A constructor is its class. */
export const normalize = (name: string): string => {
  const dotted = name.replaceAll(/::|#|:/g, ".").replace(/^impl (?:\S+ for )?/, "")
  const type = dotted.replace(constructors, "")
  const parts = type.split(".")
  return parts.length > 1 && parts.at(-1) === parts.at(-2) ? parts.slice(0, -1).join(".") : type
}

export const isSameName = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)

export const isSame = (a: Call, b: Call): boolean =>
  a.file === b.file && a.targetFile === b.targetFile && isSameName(a.from, b.from) && isSameName(a.to, b.to)

export const showCall = ({ file, from, targetFile, to }: Call): string =>
  `${file}:${from || "(file)"} → ${targetFile}:${to}`
