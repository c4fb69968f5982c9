import { parse } from "jsonc-parser"
import type { LinkView } from "../LinkView.ts"
import { folderOf, foldersAround } from "../paths.ts"
import { findFile, findSource } from "./files.ts"
import { mapTargets, toRecord } from "./packageMap.ts"

interface Package {
  readonly folder: string
  readonly manifest: Readonly<Record<string, unknown>>
}

const readPackage = (view: LinkView, path: string): Package | undefined => {
  const manifest = toRecord(parse(view.text(path) ?? ""))
  return manifest === undefined ? undefined : { folder: folderOf(path), manifest }
}

/** The name of the package in a module's name, and the rest with a dot: `@a/b/c` is `@a/b` and `./c`. */
const splitName = (module: string): readonly [name: string, subpath: string] => {
  const parts = module.split("/")
  const count = module.startsWith("@") ? 2 : 1
  const rest = parts.slice(count).join("/")
  return [parts.slice(0, count).join("/"), rest === "" ? "." : `./${rest}`]
}

const mainFields = ["source", "types", "typings", "module", "main"]

const mainOf = (view: LinkView, { folder, manifest }: Package): string | undefined => {
  const named = mainFields.map((field) => manifest[field]).filter((target) => typeof target === "string")
  return [...named, "src/index", "index", "lib/index", "source/index"]
    .map((target) => findSource(view, folder, target))
    .find((found) => found !== undefined)
}

const firstSource = (view: LinkView, folder: string, targets: ReadonlyArray<string>): string | undefined =>
  targets.map((target) => findSource(view, folder, target)).find((found) => found !== undefined)

/** The packages of a view: those that a `package.json` names, wherever it is. */
export class Packages {
  readonly #view: LinkView
  #named: ReadonlyMap<string, Package> | undefined
  readonly #around = new Map<string, Package | undefined>()

  constructor(view: LinkView) {
    this.#view = view
  }

  private get named(): ReadonlyMap<string, Package> {
    this.#named ??= new Map(
      this.#view
        .named("package.json")
        .filter((path) => !/(?:^|\/)node_modules\//.test(path))
        .map((path) => readPackage(this.#view, path))
        .filter((found) => found !== undefined)
        .toSorted((a, b) => b.folder.length - a.folder.length)
        .flatMap((found) => (typeof found.manifest["name"] === "string" ? [[found.manifest["name"], found]] : []))
    )
    return this.#named
  }

  /** The main file of the package in a folder, if it says which. */
  mainIn(folder: string): string | undefined {
    const path = folder === "" ? "package.json" : `${folder}/package.json`
    if (!this.#view.has(path)) return undefined
    const found = readPackage(this.#view, path)
    return found === undefined ? undefined : mainOf(this.#view, found)
  }

  /** The file of a package of the view by its name: `@a/b/c`. */
  find(module: string): string | undefined {
    const [name, subpath] = splitName(module)
    const found = this.named.get(name)
    if (found === undefined) return undefined
    const { folder, manifest } = found
    const targets = manifest["exports"] === undefined ? [] : mapTargets(manifest["exports"], subpath)
    const mapped = firstSource(this.#view, folder, targets)
    if (mapped !== undefined) return mapped
    if (subpath === ".") return mainOf(this.#view, found)
    return manifest["exports"] === undefined ? findSource(this.#view, folder, subpath) : undefined
  }

  /** What `#name` means in the package around a file. A target may be another package. */
  findInternal(from: string, module: string): string | undefined {
    const around = this.packageAround(from)
    if (around === undefined) return undefined
    const targets = mapTargets(around.manifest["imports"] ?? {}, module)
    return (
      firstSource(
        this.#view,
        around.folder,
        targets.filter((target) => target.startsWith("."))
      ) ??
      targets
        .map((target) => (target.startsWith(".") ? undefined : this.find(target)))
        .find((path) => path !== undefined)
    )
  }

  private packageAround(from: string): Package | undefined {
    for (const folder of foldersAround(from)) {
      const path = folder === "" ? "package.json" : `${folder}/package.json`
      if (!this.#around.has(folder) && this.#view.has(path)) this.#around.set(folder, readPackage(this.#view, path))
      const found = this.#around.get(folder)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The file that a path names, by the `package.json` of a folder too. */
  fileAt(path: string): string | undefined {
    return findFile(this.#view, path) ?? this.mainIn(path)
  }
}
