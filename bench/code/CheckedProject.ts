import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { type Node, SyntaxKind } from "typescript/unstable/ast"
import { API, type NodeHandle, type Project, type Symbol, SymbolFlags } from "typescript/unstable/sync"
import type { Links } from "../../src/codeIndex/linking/LinkView.ts"
import { languageOf, linkAll, makeFacts, makeSourceView, type SourceView } from "../../test/support/linking.ts"
import { type Answer, makePlaces } from "./tally.ts"

const isSource = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path)

const readSources = (root: string): Readonly<Record<string, string>> => {
  const listed = execFileSync("git", ["-C", root, "ls-files", "-z"], { encoding: "utf8", maxBuffer: 1 << 28 })
    .split("\0")
    .filter((path) => isSource(path) || /(?:^|\/)(?:package|tsconfig[\w.-]*)\.json$/.test(path))
  return Object.fromEntries(listed.map((path) => [path, readFileSync(join(root, path), "utf8")]))
}

/** The files of a git work tree as the code index links them and as TypeScript checks them. */
export class CheckedProject {
  readonly sources: Readonly<Record<string, string>>
  readonly view: SourceView
  readonly linksOf: ReadonlyMap<string, Links>
  readonly #root: string
  readonly #api: API
  readonly #project: Project
  readonly #programFiles: ReadonlySet<string>
  readonly #pathsByLower: ReadonlyMap<string, string>
  readonly #places = new Map<string, (offset: number) => string>()
  readonly #definitions = new Map<string, ReadonlyMap<string, string>>()
  readonly #answers = new Map<string, string | undefined>()

  private constructor(root: string, config: string, view: SourceView, sources: Readonly<Record<string, string>>) {
    this.#root = root
    this.sources = sources
    this.view = view
    this.linksOf = linkAll(view)
    this.#pathsByLower = new Map(Object.keys(sources).map((path) => [path.toLowerCase(), path]))
    this.#api = new API({ cwd: root })
    const project = this.#api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`${config}: TypeScript has no such project`)
    this.#project = project
    this.#programFiles = new Set(project.program.getSourceFileNames().map((name) => name.toLowerCase()))
  }

  /** `config`: the project's configuration file, from the root. */
  static open(folder: string, config: string): Promise<CheckedProject> {
    const root = resolve(folder)
    const sources = readSources(root)
    return makeFacts("typescript", "tsx", "javascript", "jsx").then(
      (factsOf) => new CheckedProject(root, resolve(root, config), makeSourceView(sources, factsOf), sources)
    )
  }

  close(): void {
    this.#api.close()
  }

  /** How many files TypeScript reads for the project, libraries included. */
  get programSize(): number {
    return this.#programFiles.size
  }

  /** Paths and texts of the files that both know. */
  get files(): ReadonlyArray<readonly [path: string, text: string]> {
    return Object.entries(this.sources).filter(
      ([path]) => languageOf(path) !== undefined && this.#programFiles.has(join(this.#root, path).toLowerCase())
    )
  }

  /** `line:column` of an offset in a file. */
  placeOf(path: string, offset: number): string {
    const known = this.#places.get(path) ?? makePlaces(this.sources[path] ?? "")
    this.#places.set(path, known)
    return known(offset)
  }

  /** What TypeScript says of the names at offsets of a file. */
  ask(path: string, offsets: ReadonlyArray<number>): ReadonlyArray<Answer> {
    const symbols = this.#project.checker.getSymbolAtPosition(join(this.#root, path), offsets)
    return symbols.map((symbol) => this.answerOf(symbol))
  }

  /** How the names at offsets of a file are declared: `Parameter of ArrowFunction, no type`. */
  describeDeclarations(path: string, offsets: ReadonlyArray<number>): ReadonlyArray<string> {
    const symbols = this.#project.checker.getSymbolAtPosition(join(this.#root, path), offsets)
    return symbols.map((symbol) => {
      const handle = symbol?.valueDeclaration ?? symbol?.declarations[0]
      const node: (Node & { readonly type?: Node }) | undefined = handle?.resolve(this.#project)
      if (node === undefined) return "unknown"
      const parent = node.kind === SyntaxKind.Parameter ? ` of ${SyntaxKind[node.parent.kind]}` : ""
      return `${SyntaxKind[node.kind]}${parent}${node.type === undefined ? ", no type" : ""}`
    })
  }

  private answerOf(symbol: Symbol | undefined): Answer {
    if (symbol === undefined) return { kind: "none" }
    const { checker } = this.#project
    const target = (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
    if (checker.isUnknownSymbol(target) || target.declarations.length === 0) return { kind: "none" }
    const inside = target.declarations.flatMap((handle) => {
      const path = this.pathIn(handle)
      return path === undefined ? [] : [[handle, path] as const]
    })
    if (inside.length === 0) return { kind: "outside" }
    const names = new Set(inside.flatMap(([handle, path]) => this.definitionAt(handle, path) ?? []))
    return names.size === 0 ? { kind: "local" } : { kind: "definition", names }
  }

  private pathIn(handle: NodeHandle): string | undefined {
    const path = String(handle.path)
    const lower = `${this.#root}/`.toLowerCase()
    if (!path.toLowerCase().startsWith(lower)) return undefined
    const inside = path.slice(lower.length)
    return inside.includes("node_modules/") ? undefined : (this.#pathsByLower.get(inside.toLowerCase()) ?? inside)
  }

  /** Returns the definition of a declaration, or undefined if the index has none. */
  private definitionAt(handle: NodeHandle, path: string): string | undefined {
    const key = `${path}\0${handle.index}`
    if (this.#answers.has(key)) return this.#answers.get(key)
    const node: (Node & { readonly name?: Node }) | undefined = handle.resolve(this.#project)
    const named = node?.name ?? node
    const at = named === undefined ? undefined : this.placeOf(path, named.getStart())
    const name = at === undefined ? undefined : this.namesIn(path).get(at)
    const found = name === undefined ? undefined : `${path} ${name}`
    this.#answers.set(key, found)
    return found
  }

  /** Qualified names of the definitions of a file by the place of their name. */
  namesIn(path: string): ReadonlyMap<string, string> {
    const known = this.#definitions.get(path)
    if (known !== undefined) return known
    const definitions = this.view.facts.get(path)?.definitions ?? []
    const made = new Map(definitions.map(({ column, line, qualifiedName }) => [`${line}:${column}`, qualifiedName]))
    this.#definitions.set(path, made)
    return made
  }
}
