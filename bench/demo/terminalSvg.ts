/** Colours on a dark background, each with a contrast of at least 5. */
const palette: ReadonlyMap<number, string> = new Map([
  [31, "#ff7b72"],
  [32, "#7ee787"],
  [33, "#e3b341"],
  [36, "#76e3ea"]
])

const fontSize = 13
const columnWidth = 7.83
const lineHeight = 19
const margin = 18

interface Style {
  readonly bold: boolean
  readonly dim: boolean
  readonly colour: string | undefined
}

const plain: Style = { bold: false, dim: false, colour: undefined }

/** Applies a code of the escape sequence "select graphic rendition" (ECMA-48, 8.3.117) that the program prints. */
const applyCode = (style: Style, code: number): Style => {
  if (code === 1) return { ...style, bold: true }
  if (code === 2) return { ...style, dim: true }
  if (code === 22) return { ...style, bold: false, dim: false }
  if (code === 39) return { ...style, colour: undefined }
  const colour = palette.get(code)
  if (colour === undefined) throw new Error(`No colour for code ${code}`)
  return { ...style, colour }
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const drawSpan = (text: string, { bold, colour, dim }: Style): string => {
  if (text === "") return ""
  const fill = colour ?? (dim ? "#8b949e" : undefined)
  const attributes = [bold ? ' font-weight="bold"' : "", fill === undefined ? "" : ` fill="${fill}"`].join("")
  return `<tspan${attributes}>${escapeXml(text)}</tspan>`
}

const drawLine = (line: string, row: number): string => {
  let style = plain
  const spans = line.split(/\u001b\[(\d+)m/).map((part, position) => {
    if (position % 2 === 0) return drawSpan(part, style)
    style = applyCode(style, Number(part))
    return ""
  })
  return `<text x="${margin}" y="${margin + row * lineHeight + fontSize}" xml:space="preserve">${spans.join("")}</text>`
}

/** Draws lines with their colours as an SVG of a terminal. The escape sequences must be the program's own. */
export const drawTerminal = (printed: string, title: string): string => {
  const lines = printed.split("\n")
  const columns = Math.max(...lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, "").length))
  const width = Math.ceil(columns * columnWidth) + 2 * margin
  const height = lines.length * lineHeight + 2 * margin
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${fontSize}" fill="#e6edf3">`,
    ...lines.map(drawLine),
    "</g>",
    "</svg>",
    ""
  ].join("\n")
}
