import { makeRandom, type Random } from "../../bench/verify/random.ts"
import type { HistoryCommit } from "./history.ts"
import { firstDate } from "./TemporaryRepository.ts"

const hour = 3600

/** A top-level declaration: its lines, the first of which names it. */
type Block = ReadonlyArray<string>
/** Declarations by file, in order. */
type Tree = ReadonlyMap<string, ReadonlyArray<Block>>

/** Few, so that functions and methods share them. */
const names = ["connect", "acquire", "release", "read", "write", "close", "parse", "run"]
const classes = ["Pool", "Client", "Session"]
const folders = ["src", "src/inner", "lib"]

const body = (random: Random, indent: string): ReadonlyArray<string> =>
  Array.from({ length: 3 + random.below(5) }, (_, index) => `${indent}const value${index} = ${random.below(100_000)}`)

const makeFunction = (random: Random): Block => [
  `export function ${random.pick(names) ?? "f"}(a: number) {`,
  ...body(random, "  "),
  "}"
]

const makeClass = (random: Random): Block => [
  `export class ${random.pick(classes) ?? "C"} {`,
  ...[0, 1, 2].flatMap(() => [`  ${random.pick(names) ?? "m"}(a: number) {`, ...body(random, "    "), "  }"]),
  "}"
]

const makeBlock = (random: Random): Block => (random.below(3) === 0 ? makeClass(random) : makeFunction(random))

const contentOf = (blocks: ReadonlyArray<Block>): string => blocks.map((block) => `${block.join("\n")}\n`).join("\n")

const replaced = <A>(items: ReadonlyArray<A>, at: number, ...others: ReadonlyArray<A>): ReadonlyArray<A> =>
  items.toSpliced(at, 1, ...others)

/** One line of the block changed, added, or its declaration given another parameter. */
const edited = (random: Random, block: Block): Block => {
  const at = 1 + random.below(block.length - 2)
  const line = block[at] ?? ""
  const roll = random.below(6)
  if (roll === 0) return replaced(block, 0, (block[0] ?? "").replace("(a: number", "(a: number, b: string"))
  if (roll === 1) return replaced(block, at, line, `    void ${random.below(100_000)}`)
  return line.includes("= ") ? replaced(block, at, line.replace(/= \d+/, `= ${random.below(100_000)}`)) : block
}

const newPath = (random: Random): string =>
  `${random.pick(folders) ?? "src"}/file${random.below(40)}.${random.below(8) === 0 ? "txt" : "ts"}`

type Change = (random: Random, tree: Map<string, ReadonlyArray<Block>>, path: string) => void

const edit: Change = (random, tree, path) => {
  const blocks = tree.get(path) ?? []
  const at = random.below(blocks.length)
  const block = blocks[at]
  if (block !== undefined) tree.set(path, replaced(blocks, at, edited(random, block)))
}

const add: Change = (random, tree, path) => {
  const blocks = tree.get(path) ?? []
  tree.set(path, blocks.toSpliced(random.below(blocks.length + 1), 0, makeBlock(random)))
}

const rewrite: Change = (random, tree, path) => {
  const blocks = tree.get(path) ?? []
  tree.set(path, replaced(blocks, random.below(blocks.length), makeBlock(random)))
}

/** A declaration goes to another place, maybe of another file. */
const moveBlock: Change = (random, tree, path) => {
  const blocks = tree.get(path) ?? []
  const block = blocks[random.below(blocks.length)]
  if (block === undefined) return
  tree.set(
    path,
    blocks.filter((each) => each !== block)
  )
  const target = random.below(2) === 0 ? path : (random.pick([...tree.keys()]) ?? path)
  const others = tree.get(target) ?? []
  tree.set(target, others.toSpliced(random.below(others.length + 1), 0, block))
}

const renameFile: Change = (random, tree, path) => {
  const to = newPath(random)
  if (tree.has(to)) return edit(random, tree, path)
  tree.set(to, tree.get(path) ?? [])
  tree.delete(path)
}

const copyFile: Change = (random, tree, path) => void tree.set(newPath(random), tree.get(path) ?? [])
const removeFile: Change = (_, tree, path) => void (tree.size > 4 && tree.delete(path))
const addFile: Change = (random, tree) =>
  void tree.set(newPath(random), [makeBlock(random), makeBlock(random), makeBlock(random)])

const changes: ReadonlyArray<Change> = [
  edit,
  edit,
  edit,
  edit,
  edit,
  add,
  add,
  rewrite,
  moveBlock,
  renameFile,
  renameFile,
  copyFile,
  removeFile,
  addFile
]

const changed = (random: Random, before: Tree): Tree => {
  const tree = new Map(before)
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const paths = [...tree.keys()].filter((path) => (tree.get(path) ?? []).length > 0)
    const change = random.pick(changes) ?? edit
    change(random, tree, random.pick(paths) ?? "src/first.ts")
  }
  return tree.size === 0 ? new Map([["src/first.ts", [makeBlock(random)]]]) : tree
}

/** What one side of a merge did since both began, done to the other side. */
const merged = (base: Tree, ours: Tree, theirs: Tree): Tree => {
  const tree = new Map(ours)
  for (const [path, blocks] of theirs) {
    const before = base.get(path) ?? []
    const mine = tree.get(path)
    const replacements = new Map(before.map((block, index) => [block, blocks[index] ?? block]))
    if (mine === undefined && !base.has(path)) tree.set(path, blocks)
    else if (mine !== undefined)
      tree.set(
        path,
        mine.map((block) => replacements.get(block) ?? block)
      )
  }
  return tree
}

const filesBetween = (before: Tree, after: Tree): Readonly<Record<string, string | null>> => {
  const all = [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))
  return Object.fromEntries(
    all.map((path) => {
      const blocks = after.get(path)
      return [path, blocks === undefined ? null : contentOf(blocks)]
    })
  )
}

/**
 * A history of about `count` commits in which declarations are written, overwritten and moved, files renamed, copied
 * and removed, names used again, and side branches merged. The same seed gives the same history.
 */
export const generateHistory = (seed: number, count: number): ReadonlyArray<HistoryCommit> => {
  const random = makeRandom(seed)
  const commits: Array<HistoryCommit> = []
  const trees: Array<Tree> = []
  const commit = (tree: Tree, parents: ReadonlyArray<number>) => {
    const before: Tree = trees[parents[0] ?? -1] ?? new Map()
    const date = firstDate + commits.length * hour
    // A rebase keeps the author's time.
    const authorDate = random.below(3) === 0 ? date - random.below(400) * hour : date
    commits.push({ message: `Change ${commits.length}`, files: filesBetween(before, tree), parents, date, authorDate })
    trees.push(tree)
    return trees.length - 1
  }
  let head = commit(new Map([["src/first.ts", Array.from({ length: 5 }, () => makeBlock(random))]]), [])
  const grow = (from: number) => commit(changed(random, trees[from] ?? new Map()), [from])
  while (commits.length < count) {
    if (random.below(12) > 0) {
      head = grow(head)
      continue
    }
    const base = head
    const side = grow(grow(base))
    head = grow(grow(base))
    const [ours, theirs, both] = [head, side, base].map((at): Tree => trees[at] ?? new Map())
    if (ours !== undefined && theirs !== undefined && both !== undefined)
      head = commit(merged(both, ours, theirs), [head, side])
  }
  return commits
}
