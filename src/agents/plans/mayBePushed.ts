import type { Evidence } from "../../domain/Evidence.ts"

/** Texts of pull requests are passed on only if the project's host says that their author belongs to it. */
const isMember = (author: string): boolean => /\((?:OWNER|MEMBER|COLLABORATOR)\)$/.test(author)

/** Whether evidence may be given without being asked for: in the words of authors of the history or of members of the project. */
export const mayBePushed = ({ author, kind, quality }: Pick<Evidence, "author" | "kind" | "quality">): boolean =>
  quality === "states_reason" &&
  kind !== "session" &&
  kind !== "review" &&
  (kind !== "pull_request" || isMember(author))
