import type { Facts, Import } from "../../../adapters/parser/facts/Facts.ts"
import { declareInFile } from "../Detector.ts"
import { type FileFacts, findUses, placeOfReference } from "../FileFacts.ts"
import { isForPython2 } from "../isForPython2.ts"
import { placeOfFile, type Project } from "../Project.ts"

const names = (since: string, list: string): ReadonlyArray<readonly [string, string]> =>
  list.split(" ").map((name) => [name, since])

/** Modules that the standard library had, with the version of Python that no longer has them ("What's New", "Removed"). */
const modules = new Map([
  ...names("3.8", "macpath"),
  ...names("3.9", "dummy_threading _dummy_threading"),
  ...names("3.10", "formatter parser symbol"),
  ...names("3.11", "binhex"),
  ...names("3.12", "asynchat asyncore distutils imp smtpd"),
  ...names("3.13", "aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap msilib nis nntplib ossaudiodev pipes"),
  ...names("3.13", "sndhdr spwd sunau telnetlib tkinter.tix uu xdrlib")
])

const abstract =
  "AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Reversible Sequence Set Sized ValuesView"

/** Functions and classes of modules that are still there. */
const members = new Map([
  ...names("3.0", "string.letters"),
  ...names("3.7", "os.errno"),
  ...names("3.8", "time.clock platform.linux_distribution platform.dist platform.popen"),
  ...names("3.9", "base64.encodestring base64.decodestring fractions.gcd sys.setcheckinterval"),
  ...names("3.9", "sys.getcheckinterval plistlib.readPlist plistlib.writePlist plistlib.readPlistFromString"),
  ...names("3.10", abstract.replaceAll(/\w+/g, "collections.$&")),
  ...names("3.11", "inspect.getargspec inspect.formatargspec asyncio.coroutine gettext.lgettext gettext.ldgettext"),
  ...names("3.11", "gettext.lngettext gettext.bind_textdomain_codeset"),
  ...names("3.12", "ssl.wrap_socket ssl.match_hostname ssl.RAND_pseudo_bytes locale.format importlib.find_loader"),
  ...names("3.12", "pkgutil.ImpImporter pkgutil.ImpLoader sqlite3.OptimizedUnicode configparser.SafeConfigParser"),
  ...names("3.12", "importlib.abc.Finder"),
  ...names("3.13", "unittest.makeSuite unittest.findTestCases locale.resetlocale typing.io typing.re"),
  ...names("3.13", "re.template re.TEMPLATE"),
  ...names("3.14", "ast.Num ast.Str ast.Bytes ast.NameConstant ast.Ellipsis pty.master_open pty.slave_open")
])

/** Builds with setuptools bring a `distutils` of their own. */
const mayHaveDistutils = ({ file, facts }: FileFacts): boolean =>
  /(?:^|\/)setup[^/]*\.py$/.test(file.path) ||
  facts.imports.some(({ module }) => /^(?:setuptools|numpy)\b/.test(module))

/** A module of the project by that name is found first. */
const isOfProject = ({ files }: Project, module: string): boolean => {
  const [root = ""] = module.split(".")
  const path = new RegExp(String.raw`(?:^|/)${root}(?:\.pyi?|/__init__\.pyi?|\.pyx)$`)
  return files.some((file) => path.test(file.path))
}

const findModule = ({ imported, module }: Import): readonly [string, string] | undefined => {
  const [root = ""] = module.split(".")
  for (const name of [root, module, `${module}.${imported}`]) {
    const since = modules.get(name)
    if (since !== undefined) return [name, since]
  }
  return undefined
}

const findMember = ({ imported, module }: Import): readonly [string, string] | undefined => {
  const name = `${module}.${imported}`
  const since = members.get(name)
  return since === undefined ? undefined : [name, since]
}

const describe = (name: string, since: string): string => `${name} is gone since Python ${since}.`

const findImported = (file: FileFacts, project: Project) =>
  file.facts.imports.flatMap((each) => {
    const [name, since] = findModule(each) ?? findMember(each) ?? []
    if (name === undefined || since === undefined || each.kind === "type") return []
    if (name === "distutils" && mayHaveDistutils(file)) return []
    if (isOfProject(project, name)) return []
    return [{ ...placeOfFile(file.file.path, each.line), title: describe(name, since), key: name }]
  })

const isMember = ({ values }: Facts, value: number): boolean => values[value]?.tag === "member"

const findUsed = (file: FileFacts, project: Project) =>
  findUses(file, ["call", "read", "raise", "new", "base", "decorator", "type"], (origin) => members.get(origin))
    .filter(({ origin, reference }) => isMember(file.facts, reference.value) && !isOfProject(project, origin))
    .map(({ found, origin, reference }) => ({
      ...placeOfReference(file, reference),
      title: describe(origin, found),
      key: origin
    }))

export const removedPythonApi = declareInFile({
  id: "removed-python-api",
  category: "correctness",
  finds: "A module, function or class that the standard library of Python no longer has.",
  why: "The file fails on current versions of Python when it is imported, or when that line runs.",
  fix: "Use what the notes of that version of Python name instead, or try the new one first.",
  confidence: 0.83,
  includesTests: true,
  inFile: (file, project) => {
    if (file.file.language !== "python" || isForPython2(file.facts)) return []
    const found = [...findImported(file, project), ...findUsed(file, project)]
    const first = new Map(found.toReversed().map((each) => [each.key, each]))
    return [...first.values()].toReversed().map((each) => ({ severity: "medium" as const, mayProbe: true, ...each }))
  }
})
