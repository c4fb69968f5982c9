import { below, foldersAround } from "../linking/paths.ts"
import type { ProjectFiles } from "../views/projectFiles.ts"

/** Characters at the start of a file in which its copyright is. */
const headChars = 3_000
/** Files whose heads are read to learn whose code the project is. */
const maxSampled = 200
/** A holder in this share of the files, and in so many, is one of the project's own. */
const ownShare = 0.1
const minOwn = 3
/** Without a holder in this share of the files, or in the project's licence, it is not known whose code it is. */
const mainShare = 0.3

const licenceName = /^(?:licen[cs]e|copying|copyright|notice)(?:[-.](?:mit|bsd|apache|txt|md|rst|html?))*$/i
const authorsName = /^(?:authors|contributors|maintainers|credits|thanks)(?:\.(?:txt|md|rst))?$/i

const sign = String.raw`(?:\([Cc]\)|©|&copy;)`
/** Lines that name a holder: by a year, a sign or a name after the word, not where a licence speaks of copyright. */
const copyright = new RegExp(
  [
    String.raw`\b(?:[Cc]opy(?:right|left)|COPYRIGHT)\b:?\s*(?:${sign}\s*\S|${sign}?[\s:,]*\d{4})`,
    String.raw`^\W*(?:@\w+\s+)?Copyright (?:[Bb]y |[Tt]he )*[A-Z][a-z]`,
    String.raw`${sign}\s*(?:\d{4}|[A-Z][a-z])`,
    String.raw`@copyright\s+\S`
  ].join("|")
)
/** Whose text the licences of GNU are. */
const ofLicence = /free software foundation/i
const noHolder = /<[^>]*>|https?:\S+|\S+@\S+/g
const common = new Set(
  "the and by since holder holders owner owners notice inc ltd llc corp corporation company gmbh foundation authors author contributors team project developers developer group university others present affiliates its all rights reserved software open source www com org net free file this under license licensed licence see for from portions copyright copyleft original code version web page http https".split(
    " "
  )
)

const wordsOf = (text: string): ReadonlyArray<string> =>
  (
    text
      .toLowerCase()
      .replace(noHolder, " ")
      .match(/\p{L}[\p{L}\d]{2,}/gu) ?? []
  ).filter((word) => !common.has(word))

/** The words of the holders of copyright that a text names: `jordi` and `boggiano`. */
const holdersOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split("\n")
      .filter((line) => copyright.test(line) && !ofLicence.test(line))
      .flatMap(wordsOf)
  )

const readAll = (files: ProjectFiles, folder: string, name: RegExp): string =>
  files
    .list(folder)
    .filter((each) => name.test(each))
    .map((each) => files.readText(below(folder, each)) ?? "")
    .join("\n")

/** Makes a function that reads the holders that licences in a folder name, each folder once. */
const makeLicences = (files: ProjectFiles): ((folder: string) => ReadonlySet<string>) => {
  const known = new Map<string, ReadonlySet<string>>()
  return (folder) => {
    const found = known.get(folder) ?? holdersOf(readAll(files, folder, licenceName))
    known.set(folder, found)
    return found
  }
}

const isOther = (own: ReadonlySet<string>, holders: ReadonlySet<string>): boolean =>
  holders.size > 0 && ![...holders].some((word) => own.has(word))

const sample = (paths: ReadonlyArray<string>): ReadonlyArray<string> => {
  const step = Math.max(1, paths.length / maxSampled)
  return paths.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

/**
 * Makes a function that says whether a file is a copy from another project: its head, or a licence in one of its folders, names
 * holders of copyright, and none of them is the project's own. Those are named by its licence, by the list of its authors, or by
 * the heads of many of its files; if neither the licence nor most heads name any, no file is taken for a copy.
 *
 * @param files the files of the project
 * @param paths the code in which most is the project's own, from the root
 */
export const makeIsForeign = (files: ProjectFiles, paths: ReadonlyArray<string>): ((path: string) => boolean) => {
  const licenceOf = makeLicences(files)
  const headOf = (path: string) => holdersOf((files.readText(path) ?? "").slice(0, headChars))
  const licensed = licenceOf("")
  const isApart = (path: string, own: ReadonlySet<string>) =>
    foldersAround(path).some((folder) => folder !== "" && isOther(own, licenceOf(folder)))
  const sampled = sample(licensed.size === 0 ? paths : paths.filter((path) => !isApart(path, licensed)))
  const counted = [
    ...Map.groupBy(
      sampled.flatMap((path) => [...headOf(path)]),
      (word) => word
    )
  ]
  const namedIn = (share: number) =>
    counted.filter(([, { length }]) => length >= Math.max(minOwn, share * sampled.length)).map(([word]) => word)
  if (licensed.size === 0 && namedIn(mainShare).length === 0) return () => false
  const own = new Set([...licensed, ...namedIn(ownShare), ...wordsOf(readAll(files, "", authorsName))])
  return (path) => isOther(own, headOf(path)) || isApart(path, own)
}
