/** Where our answers differ from the recorded ones on purpose: the rows of a rule, and why. */
interface Difference {
  readonly rule: string
  readonly reason: string
  readonly rows: ReadonlyArray<number>
}

export const differences: ReadonlyArray<Difference> = [
  {
    rule: "What is 500 in the original is what it should have been.",
    reason: "A malformed escape is the caller's mistake; a revision that a repository lacks finds nothing there.",
    rows: [69, 296, 298, 499, 501, 502, 503, 508]
  },
  {
    rule: "A path that ends in a slash names a folder.",
    reason: "The original lists nothing for `src//`, and reads the last file below `src/`.",
    rows: [72, 234]
  },
  {
    rule: "`..` in the name of a repository is refused.",
    reason: "In the original it leads out of the folder of repositories.",
    rows: [203]
  },
  {
    rule: "Lines of a large file can be read.",
    reason: "The limit of 128 KB is on what is returned, not on the file.",
    rows: [330, 331]
  },
  {
    rule: "A malformed query is 400, with its place.",
    reason: "The original answers 200 and nothing, as if nothing matched.",
    rows: [537, 538, 539, 540]
  },
  {
    rule: "The cursor of the seed is understood.",
    reason: "The original ignores `after` since it has offsets; clients of its first version send it.",
    rows: [56]
  }
]

/** The rows of all differences. */
export const differingRows: ReadonlySet<number> = new Set(differences.flatMap(({ rows }) => rows))
