import { plainName } from "../../domain/AnchorName.ts"

/** Arguments of questions that are paths, or begin with one. */
export interface Places {
  readonly name?: string
  readonly path?: string
  readonly target?: string
}

/** A path, or a `path:Name`, from the root of the work tree, as the index has it. */
const toOwnPath = (root: string, text: string): string =>
  text === root ? "" : text.startsWith(`${root}/`) ? text.slice(root.length + 1) : text

/** Takes the root of the work tree from absolute paths, which many agents use for all files, and from names what is no part of them. */
export const withOwnPaths = <A extends Places>(root: string, input: A): A => ({
  ...input,
  ...(input.name === undefined ? {} : { name: toOwnPath(root, plainName(input.name)) }),
  ...(input.path === undefined ? {} : { path: toOwnPath(root, input.path) }),
  ...(input.target === undefined ? {} : { target: toOwnPath(root, input.target) })
})
