import { createHash } from "node:crypto"
import { severities } from "../../codeIndex/model/findings.ts"
import { escapeControls, formatCount } from "../../domain/Text.ts"
import type { Finding, ReportAnswer } from "../model/answers.ts"
import { drawDependencies, drawTreemap } from "./drawings.ts"
import { drawTimelines } from "./timelines.ts"
import { style } from "./style.ts"

const maxFindingsOfDetector = 100

/** Escapes a text for HTML, in elements and attributes. */
const escapeHtml = (text: string): string =>
  escapeControls(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")

const formatFinding = ({ file, id, line_end: end, line_start: start, severity, title }: Finding): string =>
  `<li><span class="severity ${severity}">${severity}</span> <code>${escapeHtml(file)}:${start}${end === start ? "" : `–${end}`}</code><br>${escapeHtml(title)} <small>${id}</small></li>`

const formatDetector = (detector: ReportAnswer["detectors"][number], findings: ReadonlyArray<Finding>): string => {
  const left = findings.length - maxFindingsOfDetector
  return `<details><summary><h3>${escapeHtml(detector.id)}</h3> <span>${findings.length}</span> ${escapeHtml(detector.finds)}</summary>
<p>${escapeHtml(detector.why)} ${escapeHtml(detector.fix)}</p>
<ol>${findings.slice(0, maxFindingsOfDetector).map(formatFinding).join("\n")}</ol>${left > 0 ? `<p>${left} more are in the JSON report.</p>` : ""}</details>`
}

const formatCounts = (findings: ReadonlyArray<Finding>): string =>
  severities
    .map((severity) => {
      const count = findings.filter((each) => each.severity === severity).length
      return `<div class="count"><strong>${count}</strong><span class="severity ${severity}">${severity}</span></div>`
    })
    .join("\n")

/** The noted intent, or else a reason from history. */
const formatWhy = ({ reason, why }: ReportAnswer["hotspots"][number]): string => {
  if (why !== undefined) return escapeHtml(why)
  return reason === undefined ? "" : `“${escapeHtml(reason.reason)}” <small>${reason.commit.slice(0, 10)}</small>`
}

const formatHotspots = ({ hotspots }: ReportAnswer): string =>
  hotspots.length === 0
    ? "<p>No file was changed often enough.</p>"
    : `<figure>${drawTreemap(hotspots, escapeHtml)}<figcaption>Area: complexity. Shade: commits of the newest 500.</figcaption></figure>
<details><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="Hotspots"><table><thead><tr><th scope="col">file</th><th scope="col">score</th><th scope="col">commits</th><th scope="col">complexity</th><th scope="col">why</th></tr></thead><tbody>
${hotspots.map((each) => `<tr><th scope="row"><code>${escapeHtml(each.file_path)}</code></th><td>${each.score}</td><td>${each.churn}</td><td>${each.complexity}</td><td>${formatWhy(each)}</td></tr>`).join("\n")}
</tbody></table></div></details>`

const formatHealth = ({ health: { lost, score } }: ReportAnswer): string =>
  `<p><strong class="score">${score}</strong> of 100: findings in code, by weight per 1,000 lines.</p>${
    lost.length === 0
      ? ""
      : `<details><summary>What it lost, by detector</summary><table><thead><tr><th scope="col">detector</th><th scope="col">points</th></tr></thead><tbody>
${lost.map(({ detector, points }) => `<tr><th scope="row">${escapeHtml(detector)}</th><td>${points}</td></tr>`).join("\n")}
</tbody></table></details>`
  }`

const formatFindings = ({ detectors, findings }: ReportAnswer): string =>
  [...Map.groupBy(findings, ({ detector }) => detector)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .flatMap(([id, found]) => {
      const detector = detectors.find((each) => each.id === id)
      return detector === undefined ? [] : [formatDetector(detector, found)]
    })
    .join("\n")

/** Formats a report as one HTML file: no script, no network, texts of the repository as text only. */
export const toHtml = (report: ReportAnswer): string => {
  const { baselined, counts, findings, modules, suppressed, version } = report
  const hash = createHash("sha256").update(style).digest("base64")
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Findings in ${escapeHtml(report.project)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>Findings in ${escapeHtml(report.project)}</h1>
<p>${formatCount(findings.length, "finding")} in ${formatCount(counts.files, "file")} with ${formatCount(counts.functions, "function")}. Known by the baseline: ${baselined}. Suppressed by comments: ${suppressed}.</p>
${(report.warnings ?? []).map((warning) => `<p>${escapeHtml(warning)}</p>`).join("\n")}
</header>
<main>
<section aria-labelledby="health"><h2 id="health">Health</h2>${formatHealth(report)}</section>
<section aria-labelledby="severities"><h2 id="severities">By severity</h2><div class="counts">${formatCounts(findings)}</div></section>
<section aria-labelledby="hotspots"><h2 id="hotspots">Where changes are hard and frequent</h2>${formatHotspots(report)}</section>
<section aria-labelledby="timelines"><h2 id="timelines">When the hottest files were changed</h2>${drawTimelines(report.timelines, escapeHtml)}</section>
<section aria-labelledby="modules"><h2 id="modules">How modules depend on each other</h2>${drawDependencies(modules, escapeHtml)}</section>
<section aria-labelledby="findings"><h2 id="findings">By detector</h2>${formatFindings(report)}</section>
</main>
<footer><p>Made by Ultragit ${escapeHtml(version)}.</p></footer>
</body>
</html>
`
}
