/** A definition by path and qualified name; a file has an empty name. */
export interface Place {
  readonly path: string
  readonly name: string
}

/** Identifies a definition. */
export const keyOf = ({ name, path }: Place): string => `${path}\0${name}`
