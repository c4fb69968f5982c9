import { makeWildcardTest, parseSearchPattern } from "./wildcards.ts"

/** Makes the test of a search's glob on whole paths, in any case. Without one every path will do. */
export const makePathTest = (pattern: string | undefined): ((path: string) => boolean) => {
  if (pattern === undefined) return () => true
  const test = makeWildcardTest(parseSearchPattern(pattern.toLowerCase()))
  return (path) => test(path.toLowerCase())
}
