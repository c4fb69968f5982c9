import { styleText } from "node:util"

/** Colors and weights, as `styleText` names them. */
export type Style = Parameters<typeof styleText>[0]

/** Styles a text for a terminal. The caller decides whether output has colors. */
export const paint = (style: Style, text: string): string =>
  text === "" ? text : styleText(style, text, { validateStream: false })
