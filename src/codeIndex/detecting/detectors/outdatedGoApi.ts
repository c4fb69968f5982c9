import { declareInFile } from "../Detector.ts"
import { findFirstUses, findUses, placeOfReference } from "../FileFacts.ts"

interface Deprecated {
  /** Version of Go since which something else is there for it. */
  readonly since: string
  readonly instead: string
}

const replaced = (
  since: string,
  module: string,
  names: Readonly<Record<string, string>>
): ReadonlyArray<readonly [string, Deprecated]> =>
  Object.entries(names).map(([name, instead]) => [`${module}.${name}`, { since, instead }])

/** What Go's standard library has deprecated. */
const deprecated: ReadonlyMap<string, Deprecated> = new Map([
  ...replaced("1.16", "io/ioutil", {
    NopCloser: "io.NopCloser",
    ReadAll: "io.ReadAll",
    ReadDir: "os.ReadDir",
    ReadFile: "os.ReadFile",
    TempDir: "os.MkdirTemp",
    TempFile: "os.CreateTemp",
    WriteFile: "os.WriteFile"
  }),
  ...replaced("1.7", "os", { SEEK_CUR: "io.SeekCurrent", SEEK_END: "io.SeekEnd", SEEK_SET: "io.SeekStart" }),
  ...replaced("1.20", "math/rand", { Read: "Read of crypto/rand", Seed: "rand.New(rand.NewSource(seed))" }),
  ...replaced("1.18", "strings", { Title: "golang.org/x/text/cases" }),
  ...replaced("1.18", "bytes", { Title: "golang.org/x/text/cases" }),
  ...replaced("1.16", "crypto/x509", {
    DecryptPEMBlock: "PKCS #8 or another format that authenticates what it encrypts",
    EncryptPEMBlock: "PKCS #8 or another format that authenticates what it encrypts",
    IsEncryptedPEMBlock: "PKCS #8 or another format that authenticates what it encrypts"
  }),
  ...replaced("1.19", "crypto/x509", {
    ParseCRL: "x509.ParseRevocationList",
    ParseDERCRL: "x509.ParseRevocationList"
  }),
  ...replaced("1.0", "path/filepath", { HasPrefix: "filepath.Rel" })
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
  fix: "Use what the finding names instead.",
  confidence: 0.9,
  inFile: (file) => {
    const { isAside, language, path } = file.file
    if (language !== "go" || isAside || onPurpose.test(path)) return []
    const uses = findUses(file, ["call", "read"], (origin) => deprecated.get(origin))
    return findFirstUses(uses, ({ origin }) => subjectOf(origin)).map(({ first, more, subject }) => ({
      severity: "low" as const,
      ...placeOfReference(file, first.reference),
      name: "",
      neededGo: first.found.since,
      guardedBy: String.raw`\b(?:nolint|lint:ignore|SA1019)\b`,
      title: `${first.origin} is deprecated since Go ${first.found.since}${more}: use ${first.found.instead}.`,
      key: subject
    }))
  }
})
