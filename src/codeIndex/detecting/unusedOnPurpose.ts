/** Comments on a line, or on one of their own above it, by which people say that a name is not used on purpose. */
const onLine = [
  /\bnoqa\b(?!\s*:)|\bnoqa\s*:.*\bF4(?:01)?\b/i,
  /\bpylint:\s*disable=.*\b(?:unused-import|unused-wildcard-import|W0611|all)\b/,
  /\bpyflakes:\s*ignore\b|@UnusedImport\b|\bnoinspection\s+Py(?:UnresolvedReferences|UnusedImports?)\b/i,
  /\beslint-disable(?:-next-line|-line)?(?:\s*(?:\*\/|--|$)|.*\bunused)/,
  /@ts-(?:ignore|expect-error)\b/,
  /\ballow\((?:dead_code|unused)/,
  /(?:#|\/\/|\/\*).*(?:\bside.?effects?\b|\bre-?exports?\b)/i
]

/** Comments that say so for all that follows in the file. */
const onFile = [
  /^\s*#\s*(?:flake8|ruff)\s*:\s*noqa\b(?!\s*:)|^\s*#\s*(?:flake8|ruff)\s*:\s*noqa\s*:.*\bF4(?:01)?\b/i,
  /^#\s*pylint:\s*(?:skip-file|disable=.*\b(?:unused-import|W0611)\b)/,
  /^\s*\/\*\s*eslint-disable(?:\s*(?:\*\/|--|$)|\s.*\bunused)/
]

const startsStatement = /^\s*(?:import|from|export|const|let|var|def|function)\b/
const isComment = /^\s*(?:#|\/\/|\/?\*)/

/** Finds the line on which a statement starts that may span several: a name in brackets belongs to what opens them. */
const findStart = (lines: ReadonlyArray<string>, at: number): number => {
  const start = lines.slice(0, at + 1).findLastIndex((line) => startsStatement.test(line))
  return start === -1 ? at : start
}

/** Whether a comment says that what a line declares is there on purpose though nothing uses it. */
export const isUnusedOnPurpose = (lines: ReadonlyArray<string>, at: number): boolean => {
  const near = [at, findStart(lines, at)].flatMap((line) => {
    const above = lines[line - 1] ?? ""
    return isComment.test(above) ? [lines[line] ?? "", above] : [lines[line] ?? ""]
  })
  return (
    near.some((line) => onLine.some((comment) => comment.test(line))) ||
    lines.slice(0, at).some((line) => onFile.some((comment) => comment.test(line)))
  )
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const probes =
  /^\s*(?:try|except\b.*|finally)\s*:|^\s*(?:if|elif)\b.*\b(?:version_info|hexversion|python_version|PY_?[23]\w*|hasattr)\b/

/** Whether a line of Python is in a statement whose first line matches. */
export const isWithin = (lines: ReadonlyArray<string>, at: number, head: RegExp): boolean => {
  let indent = indentOf(lines[at] ?? "")
  for (let above = at - 1; above >= 0 && indent > 0; above -= 1) {
    const line = lines[above] ?? ""
    if (/^\s*(?:#|$)/.test(line) || indentOf(line) >= indent) continue
    if (head.test(line)) return true
    // What an else belongs to is above it, as far to the left.
    indent = indentOf(line) + (/^\s*(?:else|elif)\b/.test(line) ? 1 : 0)
  }
  return false
}

/**
 * Whether a line of Python is in a try statement, or a branch by the version of Python: what it uses there need not be had
 * everywhere.
 */
export const isProbing = (lines: ReadonlyArray<string>, at: number): boolean => isWithin(lines, at, probes)
