import type { SearchInput } from "../model/inputs.ts"
import { isPhrase } from "./phrases.ts"
import { takeTags } from "./sentences.ts"
import { parseTag } from "./tags.ts"

/** Tags that say what is to be done; fewer name a place. */
const minTags = 3

/** Lists the words of a search for which titles of commits are looked through: those of a text, or of many tags. */
export const titleWordsOf = ({ tags }: SearchInput, text: string | undefined): ReadonlyArray<string> => {
  const [only, ...others] = tags
  if (text !== undefined || tags.length >= minTags) return tags
  const tag = only === undefined || others.length > 0 ? undefined : parseTag(only)
  return tag !== undefined && isPhrase(tag) ? takeTags(tag.text).tags : []
}
