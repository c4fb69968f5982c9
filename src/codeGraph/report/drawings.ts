import { posix } from "node:path"
import { hierarchy, treemap } from "d3-hierarchy"
import { isAsidePath } from "../../domain/pathConventions.ts"
import type { ArchitectureModule } from "../../codeIndex/model/graphAnswers.ts"
import type { Hotspot } from "../model/answers.ts"

type Escape = (text: string) => string

const width = 960
const height = 420
const shades = 5
const maxModules = 30

interface Leaf {
  readonly hotspot?: Hotspot
  readonly children?: ReadonlyArray<Leaf>
}

/** Draws hotspots as rectangles: their area is the complexity, their shade the number of commits. */
export const drawTreemap = (hotspots: ReadonlyArray<Hotspot>, escape: Escape): string => {
  const most = hotspots.reduce((max, { churn }) => Math.max(max, churn), 1)
  const root = hierarchy<Leaf>({ children: hotspots.map((hotspot) => ({ hotspot })) }, ({ children }) => children).sum(
    ({ hotspot }) => hotspot?.complexity ?? 0
  )
  const leaves = treemap<Leaf>().size([width, height]).paddingInner(2).round(true)(root).leaves()
  const boxes = leaves.flatMap(({ data: { hotspot }, x0, x1, y0, y1 }) => {
    if (hotspot === undefined) return []
    const shade = Math.ceil((hotspot.churn * shades) / most)
    const name = posix.basename(hotspot.file_path)
    const label =
      x1 - x0 > name.length * 7 + 8 && y1 - y0 > 18 ? `<text x="${x0 + 5}" y="${y0 + 15}">${escape(name)}</text>` : ""
    const title = `${hotspot.file_path}: complexity ${hotspot.complexity}, ${hotspot.churn} commits`
    return [
      `<g><title>${escape(title)}</title><rect class="shade${shade}" x="${x0}" y="${y0}" width="${x1 - x0}" height="${y1 - y0}"/>${label}</g>`
    ]
  })
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Treemap of hotspots">${boxes.join("")}</svg>`
}

/** Draws which module depends on which as a matrix: rows need columns. Marks above the diagonal go against its order. */
export const drawDependencies = (modules: ReadonlyArray<ArchitectureModule>, escape: Escape): string => {
  const own = modules.filter(({ path }) => !isAsidePath(`${path}/`))
  const used = Map.groupBy(
    own.flatMap(({ depends_on }) => depends_on),
    (path) => path
  )
  const countUsers = ({ path }: ArchitectureModule): number => used.get(path)?.length ?? 0
  const shown = own
    .filter((each) => each.depends_on.length + countUsers(each) > 0)
    .toSorted((a, b) => b.depends_on.length + countUsers(b) - a.depends_on.length - countUsers(a))
    .slice(0, maxModules)
    .toSorted(
      (a, b) => a.depends_on.length - b.depends_on.length || countUsers(b) - countUsers(a) || (a.path < b.path ? -1 : 1)
    )
  if (shown.length === 0) return "<p>No module depends on another.</p>"
  const head = shown.map((_, index) => `<th scope="col">${index + 1}</th>`).join("")
  const rows = shown.map(({ depends_on, path }, row) => {
    const cells = shown.map((other, column) => {
      if (column === row) return '<td class="self"></td>'
      const isUsed = depends_on.includes(other.path)
      return isUsed
        ? `<td class="${column > row ? "against" : "along"}" title="${escape(`${path} needs ${other.path}`)}">●</td>`
        : "<td></td>"
    })
    return `<tr><th scope="row">${row + 1} <code>${escape(path)}</code></th>${cells.join("")}</tr>`
  })
  return `<p>A row needs the columns that are marked. Modules that need least come first; marks to the right of the diagonal go against that order.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Dependencies between modules"><table class="matrix"><thead><tr><th scope="col">module</th>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>`
}
