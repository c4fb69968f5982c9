import { declareInFile } from "../Detector.ts"
import { findFirstUses, findUses, placeOfReference } from "../FileFacts.ts"

const names = (what: string, list: string): ReadonlyArray<readonly [string, string]> =>
  list.split(" ").map((name) => [name, what])

const buffer = "gives memory with old content for a number, and Node warns of it since version"

/** What Node has removed, or warns of when it runs (its list of deprecated APIs, types "End-of-Life" and "Runtime"). */
const constructors = new Map([
  ...names(`${buffer} 10`, "Buffer buffer.Buffer"),
  ...names(`${buffer} 24`, "SlowBuffer buffer.SlowBuffer")
])

const tests =
  "isBoolean isBuffer isDate isError isFunction isNull isNullOrUndefined isNumber isObject isPrimitive isRegExp isString isSymbol isUndefined log"

const oldTests = "is gone since Node 23"

const functions = new Map([
  ...names(oldTests, tests.replaceAll(/\w+/g, "util.$&")),
  ...names("is gone since Node 23", "process.assert"),
  ...names("is gone since Node 12", "util.print util.puts util.error os.getNetworkInterfaces"),
  ...names("is gone since Node 14", "os.tmpDir"),
  ...names("is gone since Node 22", "crypto.createCipher crypto.createDecipher"),
  ...names("is gone since Node 24", "crypto.createCredentials tls.createSecurePair timers.enroll timers.unenroll"),
  ...names("is gone since Node 9", "http.createClient process.EventEmitter"),
  ...names("gives a warning since Node 22", "util._extend util.isArray")
])

/** What took the place of some, which code that runs on old versions too asks for. */
const successors = new Map([
  ["crypto.createCipher", "createCipheriv"],
  ["crypto.createDecipher", "createDecipheriv"],
  ["http.createClient", "request"],
  ["os.getNetworkInterfaces", "networkInterfaces"],
  ["os.tmpDir", "tmpdir"],
  ["util._extend", "assign"]
])

const always = String.raw`\bBuffer\.(?:from|alloc)\b|\btypeof\b|\bin\s+(?:util|process)\b`

/** Matches lines that ask whether the old function or the new one is there, without a call of it. */
const guardOf = (name: string): string => {
  const own = name.slice(name.lastIndexOf(".") + 1)
  const asked = String.raw`(?<![\w$])(?:${[own, successors.get(name) ?? own].join("|")})`
  return String.raw`${always}|${asked}\s*(?:\?(?!\.)|&&|\|\|)|\bif\s*\(\s*!?\s*(?:[\w$]+\.)*${asked}\s*\)`
}

/** What one finding of a file is about: the tests of `util` have one reason, other names each their own. */
const subjectOf = (name: string): string => (functions.get(name) === oldTests ? "util" : name)

const plain = (origin: string): string => origin.replace(/^node:/, "")

export const removedNodeApi = declareInFile({
  id: "removed-node-api",
  category: "correctness",
  finds: "A function that Node has removed or warns of: new Buffer, util.isArray, crypto.createCipher and the like.",
  why: "The line fails on current versions of Node, or will; `new Buffer` can also give away what was in memory before.",
  fix: "Use what Node's list of deprecated APIs names instead, such as Buffer.from and Buffer.alloc.",
  confidence: 0.9,
  inFile: (file) => {
    if (!/script|tsx/.test(file.file.language)) return []
    const uses = [
      ...findUses(file, ["new", "call"], (origin) => constructors.get(plain(origin))),
      ...findUses(file, ["call", "read"], (origin) => functions.get(plain(origin)))
    ]
    return findFirstUses(uses, ({ origin }) => subjectOf(plain(origin))).map(({ first, more, subject }) => {
      const name = plain(first.origin)
      return {
        severity: "medium" as const,
        ...placeOfReference(file, first.reference),
        name: "",
        guardedBy: guardOf(name),
        title: `${name} ${first.found}${more}.`,
        key: subject
      }
    })
  }
})
