import type { LinkView } from "../LinkView.ts"
import { below, joinPath } from "../paths.ts"

const extensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts", ".json"]

/** Extensions that a built file's source may have, by the extension written. */
const sources: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  [".js", [".ts", ".tsx", ".js", ".jsx", ".d.ts"]],
  [".jsx", [".tsx", ".jsx", ".d.ts"]],
  [".mjs", [".mts", ".ts", ".mjs", ".js", ".d.mts", ".d.ts"]],
  [".cjs", [".cts", ".ts", ".cjs", ".js", ".d.cts", ".d.ts"]],
  [".d.ts", [".ts", ".tsx", ".js", ".jsx", ".d.ts"]],
  [".d.mts", [".mts", ".ts", ".mjs", ".d.mts"]],
  [".d.cts", [".cts", ".ts", ".cjs", ".d.cts"]]
])

const written = /(?:\.d\.[mc]?ts|\.[cm]?jsx?)$/

/** The file that a path names: with the extension written or that of its source, another extension, or a folder's index. */
export const findFile = (view: LinkView, path: string): string | undefined => {
  const extension = written.exec(path)?.[0]
  const stem = extension === undefined ? path : path.slice(0, -extension.length)
  const candidates = [
    ...(sources.get(extension ?? "")?.map((each) => stem + each) ?? []),
    path,
    ...extensions.map((each) => path + each),
    ...extensions.map((each) => below(path, `index${each}`))
  ]
  return candidates.find((each) => each !== "" && view.has(each))
}

/** Folders of built files, and those where their sources may be. */
const built =
  /^(?:dist|build|lib|out|es|esm|cjs|umd|types|dts|output|\.build|_build)(?:\/(?:esm|cjs|es|umd|mjs|types|dts|src|lib|dist|node))*\//
const sourceFolders = ["src/", "", "lib/", "source/", "sources/"]

/** Where the source of a path in a package may be, the path itself first. */
const sourcePaths = (target: string): ReadonlyArray<string> => {
  const inside = target.replace(/^\.\//, "")
  const rest = inside.replace(built, "")
  if (rest === inside) return [inside]
  const bundled = rest.replace(/\.(?:min|umd|esm|cjs|es|global|prod|common)(?=\.[cm]?js$)/, "")
  // `lib/node/index.js` may be built from `src/node/index.ts`, too.
  const unbuilt = inside.slice(inside.indexOf("/") + 1)
  return [inside, ...[unbuilt, rest, bundled].flatMap((each) => sourceFolders.map((folder) => folder + each))]
}

/** The source of a target of a package, such as `./dist/pool.js`. */
export const findSource = (view: LinkView, folder: string, target: string): string | undefined => {
  for (const candidate of new Set(sourcePaths(target))) {
    const path = joinPath(folder, candidate)
    const found = path === undefined ? undefined : findFile(view, path)
    if (found !== undefined) return found
  }
  return undefined
}
