import { formatCount } from "../../../domain/Text.ts"
import { declareInProject } from "../Detector.ts"
import { linesOf, placeOf, type ProjectDefinition } from "../Project.ts"

/** Names that a language, a runtime or a framework calls. */
const calledByOthers =
  /^(?:__\w+__|main|init|constructor|new|default|setup|teardown|on[A-Z]\w*|handle[A-Z]\w*|_*test\w*|_jupyter_\w+|visit_?\w*|get_\w+|set_\w+|toString|toJSON|then|next|return|throw|drop|fmt|clone|eq|hash|default|deref|index|from|into|serialize|deserialize|run|call|apply|equals|hashCode|compareTo|close|dispose|finalize)$/

/** Names of what people call by hand, from a console: to repair or delete data, or to look at it. */
const calledByHand =
  /^_*(?:clean|clear|create|debug|delete|dump|fill|fix|migrate|populate|print|profile|purge|remove|reset|show|sync|update)(?:_|[A-Z]|$)/

/** Languages in which a definition of this kind that is not exported can be used in this file only. */
const isPrivate = (definition: ProjectDefinition, language: string): boolean => {
  if (definition.isExported) return false
  switch (language) {
    case "typescript":
    case "javascript":
    case "tsx":
      return definition.kind === "function"
    case "python":
      return definition.kind === "function" && definition.name.startsWith("_")
    default:
      return ["go", "rust"].includes(language) && definition.kind === "function"
  }
}

/** In ECMAScript a function with a name may also be an argument, which its receiver calls: a declaration begins its line. */
const declaration = String.raw`^\s*(?:export|default|declare|async|function|const|let|var)\b`

/** Decorators and attributes register a function with someone who calls it. */
const isDecorated = ({ documentation, line, startLine }: ProjectDefinition, language: string): boolean =>
  startLine < line && (language === "python" || documentation === "")

export const unusedFunction = declareInProject({
  id: "unused-function",
  category: "dead-code",
  finds: "A function that only its file can use, and that nothing in it refers to.",
  why: "It is read, tested and kept up for nothing.",
  fix: "Remove it, or export it if someone else needs it.",
  confidence: 0.8,
  inProject: ({ isNamedSomewhere, production, usageOf }) =>
    production.flatMap(({ definitions, language, path }) =>
      definitions
        .filter(
          (definition) =>
            isPrivate(definition, language) &&
            definition.qualifiedName === definition.name &&
            definition.cyclomatic > 0 &&
            !isDecorated(definition, language) &&
            !calledByOthers.test(definition.name) &&
            !calledByHand.test(definition.name) &&
            !isNamedSomewhere(definition.name) &&
            usageOf(path, definition.qualifiedName).references === 0
        )
        .map((definition) => ({
          severity: "low" as const,
          ...placeOf(definition),
          startLine: definition.line,
          refutedBy: definition.name,
          refutedElsewhere: true as const,
          ...(/^(?:typescript|javascript|tsx)$/.test(language)
            ? { lineMustMatch: declaration, needsModule: true }
            : {}),
          title: `Nothing refers to ${definition.qualifiedName} (${formatCount(linesOf(definition), "line")}).`
        }))
    )
})
