import { makeRandom, type Random } from "../../bench/verify/random.ts"
import type { HistoryCommit } from "./history.ts"

/** A language as far as functions in it go. */
interface Style {
  readonly extension: string
  readonly header: ReadonlyArray<string>
  readonly open: (name: string, parameter: string) => string
  readonly statement: (text: string, number: number) => string
  readonly close: ReadonlyArray<string>
}

const braces = ["}"]

/** The languages in which units move. */
const styles: ReadonlyArray<Style> = [
  {
    extension: "ts",
    header: [],
    open: (name, parameter) => `export function ${name}(${parameter}: number): void {`,
    statement: (text, number) => `  call(a, "${text}", ${number})`,
    close: braces
  },
  {
    extension: "py",
    header: ["import os"],
    open: (name, parameter) => `def ${name}(${parameter}):`,
    statement: (text, number) => `    call(a, "${text}", ${number})`,
    close: []
  },
  {
    extension: "rs",
    header: ["use std::io;"],
    open: (name, parameter) => `pub fn ${name}(${parameter}: i32) {`,
    statement: (text, number) => `    call(a, "${text}", ${number});`,
    close: braces
  },
  {
    extension: "go",
    header: ["package main"],
    open: (name, parameter) => `func ${name}(${parameter} int) {`,
    statement: (text, number) => `\tcall(a, "${text}", ${number})`,
    close: braces
  },
  {
    extension: "c",
    header: ["#include <stdio.h>"],
    open: (name, parameter) => `void ${name}(int ${parameter}) {`,
    statement: (text, number) => `  call(a, "${text}", ${number});`,
    close: braces
  },
  {
    extension: "rb",
    header: ["require 'set'"],
    open: (name, parameter) => `def ${name}(${parameter})`,
    statement: (text, number) => `  call(a, "${text}", ${number})`,
    close: ["end"]
  },
  {
    extension: "java",
    header: ["class Box {"],
    open: (name, parameter) => `  void ${name}(int ${parameter}) {`,
    statement: (text, number) => `    call(a, "${text}", ${number});`,
    close: ["  }"]
  }
]

interface Line {
  readonly text: string
  /** The commit that wrote it. */
  readonly by: number
}

/** A function, with an identity that outlives renames and moves. */
interface Unit {
  readonly id: string
  readonly name: string
  /** No two functions have the same first line. */
  readonly parameter: string
  readonly body: ReadonlyArray<Line>
  /** Commits whose notes speak of it. */
  readonly noted: ReadonlyArray<number>
}

interface File {
  readonly style: Style
  readonly units: ReadonlyArray<Unit>
}
type Tree = Map<string, File>

/** A region to be noted on a commit. */
export interface NotedRegion {
  readonly commit: number
  readonly file: string
  readonly anchor: string
  readonly lines: readonly [number, number]
  readonly intent: string
}

/** A unit that is there in the end. */
export interface StandingUnit {
  readonly id: string
  readonly path: string
  readonly name: string
  /** The intents of the notes of whose lines some are still there. */
  readonly intents: ReadonlyArray<string>
}

const names = ["connect", "acquire", "release", "flush", "close", "parse", "render", "resolve", "retry", "measure"]

const intentOf = (id: string, commit: number): string => `${id} as of ${commit}.`

const textOf = ({ style, units }: File): ReadonlyArray<string> => [
  ...style.header,
  ...units.flatMap(({ body, name, parameter }) => [
    "",
    style.open(name, parameter),
    ...body.map(({ text }) => text),
    ...style.close
  ]),
  ...(style.extension === "java" ? ["}"] : [])
]

const linesOf = ({ style, units }: File, unit: Unit): readonly [number, number] => {
  let line = style.header.length
  for (const each of units) {
    const start = line + 2
    line = start + each.body.length + style.close.length
    if (each === unit) return [start, line]
  }
  return [0, 0]
}

const makeUnit = (random: Random, style: Style, name: string, commit: number): Unit => {
  const id = `${name}-${commit}-${random.below(1_000_000)}`
  const body = Array.from({ length: 1 + random.below(5) }, (_, at) => ({
    text: style.statement(`${id}-${at}`, random.below(1_000_000)),
    by: commit
  }))
  return { id, name, parameter: `a${random.below(1_000_000)}`, body, noted: [] }
}

/** One line written again; another stays where there is one. */
const edited = (random: Random, style: Style, unit: Unit, commit: number): Unit => {
  const at = random.below(unit.body.length)
  const text = style.statement(`${unit.id}-${at}`, random.below(1_000_000))
  return { ...unit, body: unit.body.with(at, { text, by: commit }) }
}

const shuffled = <A>(random: Random, items: ReadonlyArray<A>): ReadonlyArray<A> => {
  const rest = [...items]
  return items.flatMap(() => rest.splice(random.below(rest.length), 1))
}

const freeName = (random: Random, { units }: File): string | undefined =>
  random.pick(names.filter((name) => units.every((unit) => unit.name !== name)))

/** One step of the history; gives the units that it made or changed. */
type Step = (random: Random, tree: Tree, path: string, commit: number) => ReadonlyArray<string>

const replace = (tree: Tree, path: string, units: ReadonlyArray<Unit>): void => {
  const file = tree.get(path)
  if (file !== undefined) tree.set(path, { ...file, units })
}

const add: Step = (random, tree, path, commit) => {
  const file = tree.get(path)
  const name = file === undefined ? undefined : freeName(random, file)
  if (file === undefined || name === undefined) return []
  const unit = makeUnit(random, file.style, name, commit)
  replace(tree, path, file.units.toSpliced(random.below(file.units.length + 1), 0, unit))
  return [unit.id]
}

const edit: Step = (random, tree, path, commit) => {
  const file = tree.get(path)
  const unit = random.pick(file?.units ?? [])
  if (file === undefined || unit === undefined) return []
  replace(
    tree,
    path,
    file.units.map((each) => (each === unit ? edited(random, file.style, unit, commit) : each))
  )
  return [unit.id]
}

const reorder: Step = (random, tree, path) => {
  replace(tree, path, shuffled(random, tree.get(path)?.units ?? []))
  return []
}

const remove: Step = (random, tree, path) => {
  const units = tree.get(path)?.units ?? []
  if (units.length > 2) replace(tree, path, units.toSpliced(random.below(units.length), 1))
  return []
}

const rename: Step = (_, tree, path, commit) => {
  const file = tree.get(path)
  if (file === undefined) return []
  tree.delete(path)
  tree.set(`renamed/${commit}.${file.style.extension}`, file)
  return []
}

/** To another file of the language, or to a new one. */
const moveBetween: Step = (random, tree, path, commit) => {
  const file = tree.get(path)
  const unit = random.pick(file?.units ?? [])
  if (file === undefined || unit === undefined || file.units.length < 2) return []
  const isFree = ({ style, units }: File) => style === file.style && units.every(({ name }) => name !== unit.name)
  const target = random.pick([...tree].filter(([other, each]) => other !== path && isFree(each)))
  const others = file.units.filter((each) => each !== unit)
  replace(tree, path, others)
  if (target === undefined || random.below(3) === 0) {
    tree.set(`split/${commit}.${file.style.extension}`, { style: file.style, units: [unit] })
  } else {
    const [to, { units }] = target
    replace(tree, to, units.toSpliced(random.below(units.length + 1), 0, unit))
  }
  return []
}

const steps: ReadonlyArray<Step> = [add, edit, edit, reorder, reorder, remove, rename, moveBetween, moveBetween]

const start = (random: Random): Tree => {
  const tree: Tree = new Map()
  for (const style of styles) {
    for (const at of [0, 1]) {
      const chosen = shuffled(random, names).slice(0, 3 + random.below(2))
      tree.set(`src/${style.extension}${at}.${style.extension}`, {
        style,
        units: chosen.map((name) => makeUnit(random, style, name, 0))
      })
    }
  }
  return tree
}

const contents = (tree: Tree): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(tree, ([path, file]) => [path, `${textOf(file).join("\n")}\n`]))

/** Notes the units of a commit, where it is annotated. */
const note = (tree: Tree, changed: ReadonlySet<string>, commit: number): ReadonlyArray<NotedRegion> => {
  const regions: Array<NotedRegion> = []
  for (const [path, file] of tree) {
    const units = file.units.map((unit) => {
      if (!changed.has(unit.id)) return unit
      const intent = intentOf(unit.id, commit)
      regions.push({ commit, file: path, anchor: unit.name, lines: linesOf(file, unit), intent })
      return { ...unit, noted: [...unit.noted, commit] }
    })
    replace(tree, path, units)
  }
  return regions
}

/**
 * A history in which functions of several languages are annotated, edited, put in another order and moved to other files,
 * with its notes, and what is to be known of each function that is there in the end.
 */
export const makeMovingHistory = (seed: number, commits: number) => {
  const random = makeRandom(seed)
  const tree = start(random)
  const regions: Array<NotedRegion> = []
  const all = () => [...tree.values()].flatMap(({ units }) => units.map(({ id }) => id))
  regions.push(...note(tree, new Set(all()), 0))
  const history: Array<HistoryCommit> = [{ message: "Begin", files: contents(tree) }]
  for (let commit = 1; commit < commits; commit += 1) {
    const before = contents(tree)
    const changed = new Set<string>()
    for (let step = 0; step <= random.below(3); step += 1) {
      const path = random.pick([...tree.keys()]) ?? ""
      for (const id of random.pick(steps)?.(random, tree, path, commit) ?? []) changed.add(id)
    }
    if (random.below(3) > 0) regions.push(...note(tree, changed, commit))
    const after = contents(tree)
    const gone = Object.keys(before).filter((path) => after[path] === undefined)
    const files = { ...after, ...Object.fromEntries(gone.map((path) => [path, null])) }
    history.push({ message: `Change ${commit}`, files })
  }
  const standing = [...tree].flatMap(([path, { units }]) =>
    units.map(({ body, id, name, noted }): StandingUnit => {
      const written = noted.filter((commit) => body.some(({ by }) => by === commit))
      return { id, path, name, intents: written.map((commit) => intentOf(id, commit)) }
    })
  )
  return { history, regions, standing }
}
