const extensions = [
  "ts",
  "tsx",
  "js",
  "jsx",
  "py",
  "rs",
  "go",
  "c",
  "cc",
  "rb",
  "php",
  "sh",
  "lua",
  "java",
  "cs",
  "kt",
  "scala",
  "swift"
] as const

/** Texts of about `length` characters that are unusually slow to parse. */
const patterns: ReadonlyArray<(length: number) => string> = [
  (length) => `x = a${" + a".repeat(length / 4)}`,
  (length) => "a‹".repeat(length / 2),
  (length) => "/*".repeat(length / 2),
  (length) => `func ${"a".repeat(length)}() {}`,
  (length) => "(".repeat(length),
  (length) => `type A = ${"[".repeat(length)}`,
  (length) => `x = [${"1,".repeat(length / 2)}]`,
  (length) => "{".repeat(length / 2) + "}".repeat(length / 2),
  (length) => "class A {\n".repeat(length / 10),
  (length) => `x = ${'"'.repeat(length)}`,
  (length) => "if x then a else ".repeat(length / 17),
  (length) => "<".repeat(length),
  (length) => "\n ".repeat(length / 2),
  (length) => "f(){}\n".repeat(length / 6)
]

const lengths = [16_000, 240_000, 1_000_000, 4_800_000]

/** A file's name and content. */
export interface HostileFile {
  readonly path: string
  readonly text: string
}

/** Generates `count` hostile files, of all languages in turn, or of one extension. */
export function* hostileFiles(count: number, only?: string): Generator<HostileFile> {
  for (let at = 0, made = 0; made < count; at += 1) {
    if (only !== undefined && extensions[at % extensions.length] !== only) continue
    made += 1
    const round = Math.floor(at / extensions.length)
    const text = patterns[round % patterns.length]?.(lengths[(round + at) % lengths.length] ?? 0) ?? ""
    yield { path: `file${at}.${extensions[at % extensions.length]}`, text: `${text}\n// ${at}\n` }
  }
}
