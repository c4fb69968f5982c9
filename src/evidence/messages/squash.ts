/** A commit that a squash lists. */
export interface SquashedCommit {
  readonly subject: string
  readonly body: string
}

const indented = (line: string): string => line.replace(/^ {4}/, "")

/** Reads what `git merge --squash` proposes: each commit with its header lines and an indented message. */
const readGitList = (lines: ReadonlyArray<string>): ReadonlyArray<SquashedCommit> => {
  const starts = lines.flatMap((line, at) => (/^commit [0-9a-f]{7,64}$/.test(line) ? [at] : []))
  return starts.map((start, index) => {
    const [subject = "", ...body] = lines
      .slice(start + 1, starts[index + 1])
      .filter((line) => line === "" || line.startsWith("    "))
      .map(indented)
      .join("\n")
      .trim()
      .split("\n")
    return { subject, body: body.join("\n").trim() }
  })
}

/** Reads what GitHub proposes: each subject after `* `, then its body. */
const readBulletList = (lines: ReadonlyArray<string>): ReadonlyArray<SquashedCommit> => {
  const starts = lines.flatMap((line, at) => (line.startsWith("* ") ? [at] : []))
  return starts.map((start, index) => ({
    subject: (lines[start] ?? "").slice(2).trim(),
    body: lines
      .slice(start + 1, starts[index + 1])
      .join("\n")
      .trim()
  }))
}

/**
 * Reads the body of a squash as a list of commits; empty if it is an ordinary body. GitHub separates the commits with
 * empty lines, which distinguishes them from a list written by hand.
 */
export const readSquash = (body: ReadonlyArray<string>): ReadonlyArray<SquashedCommit> => {
  if (body[0] === "Squashed commit of the following:") return readGitList(body)
  const first = body[0] ?? ""
  const bullets = body.flatMap((line, at) => (line.startsWith("* ") ? [at] : []))
  const isSeparated = bullets.every((at) => at === 0 || (body[at - 1] ?? "").trim() === "")
  return first.startsWith("* ") && bullets.length > 1 && isSeparated ? readBulletList(body) : []
}
