import { assert, describe, it } from "@effect/vitest"
import type { Finding, ReportAnswer } from "../../../src/codeGraph/model/answers.ts"
import { toHtml } from "../../../src/codeGraph/report/html.ts"
import { toMarkdown } from "../../../src/codeGraph/report/markdown.ts"
import { toSarif } from "../../../src/codeGraph/report/sarif.ts"

/** What a hostile repository may call things. */
const hostile = `<script>alert("1")</script> [x](javascript:alert(2)) |\u202e'&`

const finding: Finding = {
  id: "00112233445566aa",
  detector: "dynamic-code",
  severity: "medium",
  category: "security",
  title: `eval in ${hostile}`,
  file: `src/${hostile} ä.ts`,
  name: "run",
  line_start: 2,
  line_end: 4,
  why_it_matters: "Why.",
  suggested_fix: "Fix.",
  confidence: 0.9
}

const report: ReportAnswer = {
  project: `project ${hostile}`,
  version: "1.2.3",
  findings: [finding, { ...finding, id: "ff", severity: "low", detector: "god-class", category: "design" }],
  detectors: [
    { id: "dynamic-code", category: "security", finds: "Eval.", why: "Why.", fix: "Fix." },
    { id: "god-class", category: "design", finds: "Classes.", why: "Why.", fix: "Fix." },
    { id: "large-file", category: "design", finds: "Files.", why: "Why.", fix: "Fix." }
  ],
  baselined: 3,
  suppressed: 1,
  counts: { files: 2, functions: 5, classes: 1, edges: 9 },
  health: { score: 87.5, lost: [{ detector: "dynamic-code", points: 12.5 }] },
  timelines: [{ file_path: `src/${hostile}.ts`, times: [1_700_000_000, 1_700_086_400] }],
  hotspots: [
    { file_path: `src/${hostile}.ts`, score: 100, churn: 20, complexity: 40, why: hostile },
    { file_path: "src/b.ts", score: 10, churn: 4, complexity: 20 }
  ],
  modules: [
    { name: "a", path: `src/${hostile}`, files: 2, depends_on: ["src/b"] },
    { name: "b", path: "src/b", files: 1, depends_on: [] }
  ]
}

describe("an HTML report", () => {
  const html = toHtml(report)

  it("shows texts of the repository as texts: no element, address or invisible character comes from them", () => {
    assert.notMatch(html, /<script|<img|<a |javascript:alert\(2\)"|\u202e/)
    assert.include(html, "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;")
  })

  it("loads nothing and runs nothing", () => {
    assert.match(html, /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'/)
    assert.notMatch(html, /\son\w+=|src=|href=|@import|url\(/)
  })

  it("has each finding with its place and id, and draws hotspots and dependencies", () => {
    for (const text of ["00112233445566aa", ":2–4", "Known by the baseline: 3", "Made by Ultragit 1.2.3"]) {
      assert.include(html, text)
    }
    assert.strictEqual(html.match(/<rect class="shade/g)?.length, 2)
    assert.strictEqual(html.match(/●/g)?.length, 1)
  })
})

const draw = (...times: ReadonlyArray<number>) => toHtml({ ...report, timelines: [{ file_path: "a.ts", times }] })
const ticks = (html: string) => [...html.matchAll(/<rect x="(\d+)"/g)].map(([, x]) => Number(x))

describe("the timelines of an HTML report", () => {
  it("have a tick for each commit on one scale, between the dates of the first and the last", () => {
    const html = draw(1_700_000_000, 1_700_043_200, 1_700_086_400)
    assert.include(html, "From 2023-11-14 on the left to 2023-11-15 on the right.")
    assert.deepStrictEqual(ticks(html), [0, 479, 957])
  })

  it("bear any time that a commit names, and a single one", () => {
    assert.include(draw(-5, 9e15), "From 1970-01-01 on the left to 9999-12-31 on the right.")
    assert.deepStrictEqual(ticks(draw(1_700_000_000)), [0])
    assert.include(draw(), "No file was changed often enough.")
  })
})

describe("the health of an HTML report", () => {
  it("is the score, and what each detector cost", () => {
    const html = toHtml(report)
    assert.include(html, '<strong class="score">87.5</strong> of 100')
    assert.include(html, '<th scope="row">dynamic-code</th><td>12.5</td>')
  })
})

describe("a Markdown report", () => {
  it("has counts and findings by detector, and no markup from the repository", () => {
    const markdown = toMarkdown(report)
    assert.include(
      markdown,
      "| critical | high | medium | low | info |\n| --- | --- | --- | --- | --- |\n| 0 | 0 | 1 | 1 | 0 |"
    )
    assert.include(markdown, "## dynamic-code (1)")
    assert.notMatch(markdown, /(?<!\\)<script|(?<!\\)\[x|\u202e/)
  })
})

describe("a report of which something could not be read", () => {
  const partial = { ...report, warnings: [`Hotspots are left out: ${hostile}`] }

  it("says so in HTML", () => {
    assert.include(toHtml(partial), "<p>Hotspots are left out: &lt;script&gt;")
  })

  it("says so in Markdown", () => {
    assert.include(toMarkdown(partial), String.raw`Hotspots are left out: \<script\>`)
  })
})

describe("a SARIF report", () => {
  const log = JSON.parse(toSarif(report))
  const [run] = log.runs

  it("names the rules that found something, and where each finding is", () => {
    assert.strictEqual(log.version, "2.1.0")
    assert.deepStrictEqual(
      run.tool.driver.rules.map(({ id }: { readonly id: string }) => id),
      ["dynamic-code", "god-class"]
    )
    assert.deepInclude(run.results[0], {
      ruleId: "dynamic-code",
      ruleIndex: 0,
      level: "warning",
      partialFingerprints: { "ultragitFindingId/v1": "00112233445566aa" }
    })
    const { artifactLocation, region } = run.results[0].locations[0].physicalLocation
    assert.deepStrictEqual(region, { startLine: 2, endLine: 4 })
    assert.strictEqual(decodeURIComponent(artifactLocation.uri), finding.file)
    assert.notMatch(artifactLocation.uri, /[ <>"]/)
  })

  it("gives security findings the score that code hosts sort by", () => {
    const [security, design] = run.tool.driver.rules
    assert.strictEqual(security.properties["security-severity"], "5.0")
    assert.notProperty(design.properties, "security-severity")
  })
})
