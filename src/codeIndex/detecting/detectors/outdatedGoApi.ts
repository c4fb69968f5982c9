import { declareInFile } from "../Detector.ts"
import { findFirstUses, findUses, placeOfReference } from "../FileFacts.ts"

const names = (since: string, module: string, list: string): ReadonlyArray<readonly [string, string]> =>
  list.split(" ").map((name) => [`${module}.${name}`, since])

/** What Go's standard library has deprecated, by the version of Go since which something else is there for it. */
const deprecated = new Map([
  ...names("1.16", "io/ioutil", "NopCloser ReadAll ReadDir ReadFile TempDir TempFile WriteFile"),
  ...names("1.7", "os", "SEEK_CUR SEEK_END SEEK_SET"),
  ...names("1.20", "math/rand", "Read Seed"),
  ...names("1.18", "strings", "Title"),
  ...names("1.18", "bytes", "Title"),
  ...names("1.16", "crypto/x509", "DecryptPEMBlock EncryptPEMBlock IsEncryptedPEMBlock"),
  ...names("1.19", "crypto/x509", "ParseCRL ParseDERCRL"),
  ...names("1.0", "path/filepath", "HasPrefix")
])

/** Files that are built by older versions of Go only, as their names say, and programs that a debugger is tested with. */
const onPurpose = /(?:^|[/_])(?:pre|before|lt)_?go_?1[._]?\d+|(?:^|\/)_\w*fixtures\//

/** What one finding of a file is about. */
const subjectOf = (name: string): string => /^(?:io\/ioutil|os\.SEEK)/.exec(name)?.[0] ?? name

export const outdatedGoApi = declareInFile({
  id: "outdated-go-api",
  category: "correctness",
  finds: "What Go's standard library has deprecated: io/ioutil, rand.Seed, strings.Title and the like.",
  why: "Linters of Go report it, and what took its place does it more directly, faster or safely.",
  fix: "Use what the documentation of the function names instead, such as os.ReadFile and io.ReadAll.",
  confidence: 0.9,
  inFile: (file) => {
    const { isAside, language, path } = file.file
    if (language !== "go" || isAside || onPurpose.test(path)) return []
    const uses = findUses(file, ["call", "read"], (origin) => deprecated.get(origin))
    return findFirstUses(uses, ({ origin }) => subjectOf(origin)).map(({ first, more, subject }) => ({
      severity: "low" as const,
      ...placeOfReference(file, first.reference),
      name: "",
      neededGo: first.found,
      guardedBy: String.raw`\b(?:nolint|lint:ignore|SA1019)\b`,
      title: `${first.origin} is deprecated since Go ${first.found}${more}.`,
      key: subject
    }))
  }
})
