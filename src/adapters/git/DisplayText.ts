import { escapeControls } from "../../domain/Text.ts"

/** What a caller gave, made fit for one line of a message. */
export const escapeForDisplay = (text: string): string =>
  escapeControls(text.length > 300 ? `${text.slice(0, 300)}…` : text)
