/** Tags that an agent gives, and how many of them are names. */
const maxTags = 4
const maxNames = 3

const ordinary = new Set(
  `about above add added adding adds all and any are bug but can don't fix fixed fixes fixing for get gets had has her him his how its let lets make new non not now old one our out own put run see set sets the too two via was way who why yet you
   about above actually after again also although always because become been before being below better between both cannot causes
   change changed changes check code could current currently does doesn't doing done during each either ensure error even every example
   fail failed failing fails feature first following from function give given handle handled handling have having here implement instead
   into issue just like longer make makes making many method might missing more most much must need needed never note only option other
   otherwise over possible previously problem properly properly provide really remove return returned returning returns same shall should
   show simply since some still such support supported supporting sure take than that their them then there these they thing this those
   through under unless until used user uses using value values want wants well were what when where whether which while will with within
   without work worked working works would wrong your`.split(/\s+/)
)

const name =
  /`[^`\s]+`|[\p{L}_$][\w$]*(?:(?:\.|::|->|_|-(?=\w))[\w$]+)+|\p{Ll}+\p{Lu}\w*|\p{Lu}\p{Ll}+\p{Lu}\w*|--?[a-z][\w-]+/gu

const isHyphenated = (text: string): boolean => /^[A-Za-z][a-z]*(?:-[a-z]+)+$/.test(text)

const namesIn = (text: string): ReadonlyArray<string> => [
  ...new Set(
    (text.match(name) ?? [])
      .map((found) => found.replaceAll(/`|\(.*|^-+|[.:,;]+$/g, ""))
      .filter((found) => found.length > 2 && !isHyphenated(found) && !/^(?:e\.g|i\.e)$/i.test(found))
  )
]

const wordsIn = (text: string): ReadonlyArray<string> => [
  ...new Set((text.match(/\p{L}{3,}/gu) ?? []).map((word) => word.toLowerCase()).filter((word) => !ordinary.has(word)))
]

/**
 * Makes the rule by which a sensible agent takes tags from an issue: names first, then the words of its title that are rare in the issues of the
 * project, and those of its text if there are too few.
 */
export const makeChooseTags = (issues: ReadonlyArray<string>): ((issue: string) => ReadonlyArray<string>) => {
  const counts = new Map<string, number>()
  for (const issue of issues) for (const word of wordsIn(issue)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const byRarity = (words: ReadonlyArray<string>) =>
    words.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || b.length - a.length)
  return (issue) => {
    const [title = "", ...rest] = issue.split("\n")
    const named = [...new Set([...namesIn(title), ...namesIn(rest.join("\n"))])].slice(0, maxNames)
    const said = named.join(" ").toLowerCase()
    const words = [...byRarity(wordsIn(title)), ...byRarity(wordsIn(rest.join("\n")))]
    return [...new Set([...named, ...words.filter((word) => !said.includes(word))])].slice(0, maxTags)
  }
}
