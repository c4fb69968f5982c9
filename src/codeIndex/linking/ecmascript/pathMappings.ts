import { parse } from "jsonc-parser"
import type { LinkView } from "../LinkView.ts"
import { baseNameOf, below, folderOf, foldersAround, joinPath } from "../paths.ts"
import { findFile, findSource } from "./files.ts"
import { matchPattern, toRecord } from "./packageMap.ts"

/** What a tsconfig says of where modules are. */
interface Mapping {
  /** Folder that names without a pattern are relative to. */
  readonly base: string | undefined
  readonly paths: ReadonlyArray<readonly [pattern: string, targets: ReadonlyArray<string>]>
  /** Folder that targets are relative to. */
  readonly folder: string
}

const maxExtends = 10

const stringsIn = (value: unknown): ReadonlyArray<string> => [value].flat().filter((each) => typeof each === "string")

const toMapping = (options: Readonly<Record<string, unknown>>, folder: string): Mapping => {
  const baseUrl = options["baseUrl"]
  const base = typeof baseUrl === "string" ? joinPath(folder, baseUrl) : undefined
  const paths = Object.entries(toRecord(options["paths"]) ?? {}).map(
    ([pattern, targets]) => [pattern, stringsIn(targets)] as const
  )
  return { base, paths, folder: base ?? folder }
}

/** Finds modules by `paths` and `baseUrl` of the tsconfig or jsconfig around a file. */
export class PathMappings {
  readonly #view: LinkView
  readonly #findPackage: (module: string) => string | undefined
  readonly #known = new Map<string, ReadonlyArray<Mapping>>()

  constructor(view: LinkView, findPackage: (module: string) => string | undefined) {
    this.#view = view
    this.#findPackage = findPackage
  }

  find(from: string, module: string): string | undefined {
    for (const { base, folder, paths } of this.mappingsAround(from)) {
      const matching = paths
        .flatMap(([pattern, targets]) => {
          const rest = matchPattern(pattern, module)
          return rest === undefined ? [] : [{ length: pattern.replace(/\*.*/, "").length, rest, targets }]
        })
        .toSorted((a, b) => b.length - a.length)
      for (const { rest, targets } of matching) {
        const found = targets
          .map((target) =>
            findSource(
              this.#view,
              folder,
              target.replace("*", () => rest)
            )
          )
          .find((path) => path !== undefined)
        if (found !== undefined) return found
      }
      const direct = base === undefined ? undefined : findFile(this.#view, below(base, module))
      if (direct !== undefined) return direct
    }
    return undefined
  }

  private mappingsAround(from: string): ReadonlyArray<Mapping> {
    const start = folderOf(from)
    const known = this.#known.get(start)
    if (known !== undefined) return known
    const found = foldersAround(from)
      .map((folder) => this.mappingsIn(folder))
      .find((mappings) => mappings.length > 0)
    this.#known.set(start, found ?? [])
    return found ?? []
  }

  /** Those of `tsconfig.json` or `jsconfig.json`; where it only refers to others, those of its neighbours. */
  private mappingsIn(folder: string): ReadonlyArray<Mapping> {
    const main = ["tsconfig.json", "jsconfig.json"]
      .map((name) => below(folder, name))
      .find((path) => this.#view.has(path))
    if (main === undefined) return []
    const own = this.read(main, 0)
    if (own !== undefined && (own.paths.length > 0 || own.base !== undefined)) return [own]
    const others = this.#view
      .inFolder(folder)
      .filter((path) => /^tsconfig\.[\w.-]+\.json$/.test(baseNameOf(path)))
      .map((path) => this.read(path, 0))
      .filter((each) => each !== undefined)
      .filter(({ base, paths }) => paths.length > 0 || base !== undefined)
    return others.length > 0 ? others : own === undefined ? [] : [own]
  }

  private read(path: string, depth: number): Mapping | undefined {
    const config = toRecord(parse(this.#view.text(path) ?? "", [], { allowTrailingComma: true }))
    if (config === undefined || depth > maxExtends) return undefined
    const own = toMapping(toRecord(config["compilerOptions"]) ?? {}, folderOf(path))
    const inherited = stringsIn(config["extends"])
      .toReversed()
      .map((name) => this.locate(path, name))
      .map((found) => (found === undefined ? undefined : this.read(found, depth + 1)))
      .find((found) => found !== undefined)
    if (inherited === undefined) return own
    const base = own.base ?? inherited.base
    return own.paths.length > 0 ? { ...own, base } : { ...inherited, base, folder: own.base ?? inherited.folder }
  }

  private locate(from: string, name: string): string | undefined {
    const path = name.startsWith(".") ? joinPath(folderOf(from), name) : this.#findPackage(name)
    return path === undefined
      ? undefined
      : [path, `${path}.json`, `${path}/tsconfig.json`].find((each) => this.#view.has(each))
  }
}
