import { escapeControls } from "../../domain/Text.ts"

/** Escapes control characters and truncates, so that text from a caller fits one line of a message. */
export const escapeForDisplay = (text: string): string =>
  escapeControls(text.length > 300 ? `${text.slice(0, 300)}…` : text)
