import type { CommitMetadata } from "../../adapters/git/CommitChange.ts"
import { formatTimestamp } from "../../domain/Instant.ts"
import { escapeControls, takeBefore } from "../../domain/Text.ts"

/** Maximum characters of the subject line. */
const maxSubjectChars = 500

/** Says what a draft names of its commit. The subject may be empty. */
export const describeCommit = ({ authorTime, id, message }: CommitMetadata) => ({
  commit: id,
  subject: escapeControls(takeBefore(message, "\n").trim()).slice(0, maxSubjectChars),
  authored: formatTimestamp(authorTime * 1000)
})
