import type { LinkRules, Resolution, Resolve } from "./LinkRules.ts"
import type { LinkView, Trace } from "./LinkView.ts"
import { Module } from "./Module.ts"
import { digestOf } from "./Shape.ts"

/** A view with what was found out about it, for one language. */
export class KnownView {
  readonly view: LinkView
  readonly #resolve: Resolve
  readonly #modules = new Map<string, Module | undefined>()
  readonly #resolutions = new Map<string, Map<string, Resolution>>()

  constructor(view: LinkView, rules: LinkRules) {
    this.view = view
    this.#resolve = rules.makeResolve(view)
  }

  open(path: string): Module | undefined {
    if (!this.#modules.has(path)) {
      const shape = this.view.shape(path)
      this.#modules.set(path, shape === undefined ? undefined : new Module(path, shape))
    }
    return this.#modules.get(path)
  }

  resolve(from: string, module: string): Resolution {
    const known = this.#resolutions.get(from) ?? new Map<string, Resolution>()
    this.#resolutions.set(from, known)
    const found = known.get(module) ?? this.#resolve(from, module)
    known.set(module, found)
    return found
  }
}

interface Asked {
  usesShape: boolean
  readonly modules: Set<string>
}

/** What is asked of a view, by one file's links. */
type Questions = Pick<Trace, "files" | "lists">

const answer = (known: KnownView, { files, lists }: Questions): string =>
  digestOf(
    JSON.stringify([
      files.map(([path, usesShape, modules]) => [
        path,
        usesShape === 1 ? (known.view.shape(path)?.digest ?? "") : "",
        modules.map((module) => {
          const found = known.resolve(path, module)
          return [found.kind, found.path]
        })
      ]),
      lists.map((list) => answerList(known, list))
    ])
  )

const nameList = "name "

const answerList = ({ view }: KnownView, list: string): ReadonlyArray<string> => {
  const at = list.indexOf(" ")
  const name = list.slice(at + 1)
  switch (list.slice(0, at)) {
    case "folder":
      return view.inFolder(name)
    default:
      return view.defining(name)
  }
}

/** Asks a view while one file is linked, and records what is asked. */
export class Recorder {
  readonly #known: KnownView
  readonly #files = new Map<string, Asked>()
  readonly #lists = new Set<string>()
  readonly #own: Module

  constructor(known: KnownView, own: Module) {
    this.#known = known
    this.#own = own
  }

  private asked(path: string): Asked {
    const asked = this.#files.get(path) ?? { usesShape: false, modules: new Set() }
    this.#files.set(path, asked)
    return asked
  }

  readonly open = (path: string): Module | undefined => {
    if (path === this.#own.path) return this.#own
    this.asked(path).usesShape = true
    return this.#known.open(path)
  }

  readonly resolve = (from: string, module: string): Resolution => {
    this.asked(from).modules.add(module)
    return this.#known.resolve(from, module)
  }

  readonly list = (kind: "folder" | "name", name: string): ReadonlyArray<string> => {
    const list = `${kind} ${name}`
    this.#lists.add(list)
    return answerList(this.#known, list)
  }

  trace(language: string): Trace {
    const files = [...this.#files]
      .map(([path, { modules, usesShape }]) => [path, usesShape ? 1 : 0, [...modules].toSorted()] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    const questions: Questions = { files, lists: [...this.#lists].toSorted() }
    return { language, ...questions, digest: answer(this.#known, questions) }
  }
}

/** Whether all that was asked would be answered the same. */
export const isAnsweredSame = (known: KnownView, trace: Trace): boolean => answer(known, trace) === trace.digest

/** What other files see differently, where the files of a view and its configuration are the same. */
export interface SeenChanges {
  /** Paths of files whose shape changed. */
  readonly paths: ReadonlySet<string>
  /** Names that a shape lists since then, or no longer. */
  readonly names: ReadonlySet<string>
}

/** Whether some of what was asked has changed. Where modules are depends on paths and configuration alone. */
export const isTouched = ({ files, lists }: Trace, { names, paths }: SeenChanges): boolean =>
  files.some(([path, usesShape]) => usesShape === 1 && paths.has(path)) ||
  lists.some((list) => list.startsWith(nameList) && names.has(list.slice(nameList.length)))
