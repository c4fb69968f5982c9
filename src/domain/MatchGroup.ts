/** Returns the text of a group that takes part in every match of its pattern. One that does not is a defect. */
export const groupOf = (match: RegExpMatchArray, group: number): string => {
  const text = match[group]
  if (text === undefined) throw new Error(`group ${group} of a pattern took no part in a match`)
  return text
}

/** Returns where {@link groupOf} is in the searched text, for a pattern with the flag `d`. */
export const spanOfGroup = (
  match: RegExpMatchArray,
  group: number
): { readonly start: number; readonly end: number } => {
  const indices = match.indices?.[group]
  if (indices === undefined) throw new Error(`group ${group} of a pattern took no part in a match`)
  const [start, end] = indices
  return { start, end }
}
