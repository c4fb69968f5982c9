import { Result } from "effect"
import { isTomlTable, parseToml, type TomlTable } from "../../../config/Toml.ts"
import type { LinkView } from "../LinkView.ts"
import { baseNameOf, below, folderOf, foldersAround, joinPath } from "../paths.ts"

const tableOf = (value: unknown): TomlTable => (isTomlTable(value) ? value : {})
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Files that are the root of a package's main crate, the most likely first. */
const mainRoots = ["src/lib.rs", "src/main.rs", "lib.rs", "main.rs"]

/** Lies next to everything else of a package, which is not its own. */
const buildScript = "build.rs"

/** Kinds of targets other than the library, with the folder in which Cargo finds them and the key that turns this off. */
const targetKinds = [
  { key: "bin", folder: "src/bin", discovery: "autobins" },
  { key: "example", folder: "examples", discovery: "autoexamples" },
  { key: "test", folder: "tests", discovery: "autotests" },
  { key: "bench", folder: "benches", discovery: "autobenches" }
] as const

/** A package of Cargo. Paths are of the view. */
interface Package {
  /** As other crates name its library; undefined if the manifest has no name. */
  readonly name: string | undefined
  /** Roots of the library and of the main binary, the library first. */
  readonly main: ReadonlyArray<string>
  /** Roots of its other crates. */
  readonly others: ReadonlySet<string>
}

/** The roots that Cargo finds in a folder. */
type Discover = (folder: string) => ReadonlyArray<string>

/** Reads a manifest. One that is no TOML, such as a template, names nothing. */
const readPackage = (view: LinkView, folder: string, discover: Discover): Package => {
  const manifest = Result.getOrElse(parseToml(view.text(below(folder, "Cargo.toml")) ?? ""), (): TomlTable => ({}))
  const own = tableOf(manifest["package"])
  const library = tableOf(manifest["lib"])
  const present = (paths: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
    paths
      .map((path) => (path === undefined ? undefined : joinPath(folder, path)))
      .filter((path) => path !== undefined)
      .filter((path) => view.has(path))
  const targets = targetKinds.flatMap(({ discovery, folder: at, key }) => {
    const listed = manifest[key]
    const written = (Array.isArray(listed) ? listed : []).map((each) => textOf(tableOf(each)["path"]))
    return [...present(written), ...(own[discovery] === false ? [] : discover(below(folder, at)))]
  })
  const name = textOf(library["name"]) ?? textOf(own["name"])
  return {
    name: name?.replaceAll("-", "_"),
    main: present([textOf(library["path"]), ...mainRoots]),
    others: new Set([...present([textOf(own["build"]) ?? buildScript]), ...targets])
  }
}

const isInside = (path: string, folder: string): boolean => folder === "" || path.startsWith(`${folder}/`)

/**
 * The root of the innermost folder around a file. Where several crates share the folder, which of them has the file as a
 * module is known only for the library.
 */
const findAround = (path: string, { main, others }: Package): string | undefined => {
  const [library] = main
  const around = [...new Set([...main, ...others])].filter(
    (root) => isInside(path, folderOf(root)) && baseNameOf(root) !== buildScript
  )
  const depth = Math.max(...around.map((root) => folderOf(root).length))
  const nearest = around.filter((root) => folderOf(root).length === depth)
  if (library !== undefined && nearest.includes(library)) return library
  return nearest.length === 1 ? nearest[0] : undefined
}

/** The crates of a view. */
export class Crates {
  readonly #view: LinkView
  readonly #packages = new Map<string, Package>()
  readonly #roots = new Map<string, string | undefined>()
  #libraries: ReadonlyMap<string, string> | undefined
  #nested: ReadonlyMap<string, ReadonlyArray<string>> | undefined

  constructor(view: LinkView) {
    this.#view = view
  }

  private packageIn(folder: string): Package {
    const found = this.#packages.get(folder) ?? readPackage(this.#view, folder, this.discover)
    this.#packages.set(folder, found)
    return found
  }

  /** Each file of a folder, and `main.rs` of each folder in it. */
  private readonly discover: Discover = (folder) => {
    this.#nested ??= Map.groupBy(this.#view.named("main.rs"), (path) => folderOf(folderOf(path)))
    return [...this.#view.inFolder(folder).filter((path) => path.endsWith(".rs")), ...(this.#nested.get(folder) ?? [])]
  }

  /** The root of the crate with a name. */
  named(name: string): string | undefined {
    this.#libraries ??= new Map(
      this.#view.named("Cargo.toml").flatMap((path) => {
        const { main, name: own } = this.packageIn(folderOf(path))
        const [root] = main
        return own === undefined || root === undefined ? [] : [[own, root] as const]
      })
    )
    return this.#libraries.get(name)
  }

  /** The root of the crate that a file is in; undefined if several crates may have it as a module. */
  rootOf(path: string): string | undefined {
    if (!this.#roots.has(path)) this.#roots.set(path, this.findRoot(path))
    return this.#roots.get(path)
  }

  private findRoot(path: string): string | undefined {
    const folders = foldersAround(path)
    const manifest = folders.find((folder) => this.#view.has(below(folder, "Cargo.toml")))
    if (manifest === undefined) {
      return folders
        .flatMap((folder) => mainRoots.map((root) => below(folder, root)))
        .find((root) => this.#view.has(root) && isInside(path, folderOf(root)))
    }
    const own = this.packageIn(manifest)
    return own.main.includes(path) || own.others.has(path) ? path : findAround(path, own)
  }
}
