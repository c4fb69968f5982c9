/** Adds warnings to those of an answer. */
export const withWarnings = <A extends { readonly warnings?: ReadonlyArray<string> }>(
  answer: A,
  warnings: ReadonlyArray<string>
): A => {
  const all = [...(answer.warnings ?? []), ...warnings]
  return all.length === 0 ? answer : { ...answer, warnings: all }
}
