import { declareInProject } from "../Detector.ts"
import { linesOf, placeOf, type ProjectDefinition, type ProjectFile } from "../Project.ts"

const minMethods = 20
/** Branches and loops, so that accessors and one-line methods do not add up to a class that does too much. */
const minDecisions = 200
/** Visitors, parsers and consoles have a method for each kind of node, rule or command, named by one word and the kind. */
const maxShareOfOneWord = 1 / 3

/** The same by the name of the class. */
const ofOneKind = /Commands|(?:Parser|Lexer|Tokenizer|Visitor)$/

const isType = /^(?:class|struct|impl|trait)$/

const findMethods = ({ definitions }: ProjectFile, type: ProjectDefinition): ReadonlyArray<ProjectDefinition> =>
  definitions.filter(
    ({ cyclomatic, kind, qualifiedName }) =>
      kind === "method" &&
      cyclomatic > 0 &&
      qualifiedName.startsWith(type.qualifiedName) &&
      /^(?:\.|::|#)[^.:#]+$/.test(qualifiedName.slice(type.qualifiedName.length))
  )

/** Lines of a type with its methods, which Go and Rust have outside of it. */
const linesWith = (type: ProjectDefinition, methods: ReadonlyArray<ProjectDefinition>): number =>
  methods
    .filter(({ endLine, startLine }) => startLine < type.startLine || endLine > type.endLine)
    .reduce((sum, method) => sum + linesOf(method), linesOf(type))

/** `visit` and `node` of `visit_node`, `_visitNode` and `VisitNode`. */
const wordsOf = (name: string): ReadonlyArray<string> => {
  const words = name.match(/[A-Z]?[a-z\d]+|[A-Z]+/g) ?? []
  return [words.at(0), words.at(-1)].map((word) => word?.toLowerCase() ?? "")
}

/** The share of methods whose names begin, or end, with the same word. */
const shareOfOneWord = (methods: ReadonlyArray<ProjectDefinition>): number => {
  const words = methods.map(({ name }) => wordsOf(name))
  const counts = [0, 1].flatMap((at) =>
    [...Map.groupBy(words, (each) => each[at]).values()].map(({ length }) => length)
  )
  return Math.max(0, ...counts) / methods.length
}

export const godClass = declareInProject({
  id: "god-class",
  category: "design",
  finds: `A class with ${minMethods} methods or more that make ${minDecisions} decisions in all, and no common word in their names.`,
  why: "It has several reasons to change, and everyone who changes it meets there.",
  fix: "Move groups of methods that use the same fields into classes of their own.",
  confidence: 0.8,
  inProject: ({ production }) =>
    production.flatMap((file) =>
      file.definitions
        .filter(({ kind, name }) => isType.test(kind) && !ofOneKind.test(name))
        .flatMap((type) => {
          const methods = findMethods(file, type)
          const complexity = methods.reduce((sum, { cyclomatic }) => sum + cyclomatic, 0)
          const lines = linesWith(type, methods)
          if (methods.length < minMethods || complexity - methods.length < minDecisions) return []
          if (shareOfOneWord(methods) > maxShareOfOneWord) return []
          const isWorse = methods.length >= 30 && lines >= 1000 && complexity >= 400
          return [
            {
              severity: isWorse ? ("high" as const) : ("medium" as const),
              ...placeOf(type),
              mustBeOwn: true as const,
              title: `${type.qualifiedName} has ${methods.length} methods in ${lines} lines, with a complexity of ${complexity}.`
            }
          ]
        })
    )
})
