import type { Finding, ReportAnswer } from "../model/answers.ts"

const levels: Readonly<Record<Finding["severity"], "error" | "warning" | "note">> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
  info: "note"
}

/** Scores that code hosts sort security findings by. */
const securityScores: Readonly<Record<Finding["severity"], string>> = {
  critical: "9.5",
  high: "8.0",
  medium: "5.0",
  low: "3.0",
  info: "1.0"
}

const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

const toResult = (finding: Finding, ruleIndex: number) => ({
  ruleId: finding.detector,
  ruleIndex,
  level: levels[finding.severity],
  message: { text: finding.title },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: encodePath(finding.file), uriBaseId: "%SRCROOT%" },
        region: { startLine: finding.line_start, endLine: finding.line_end }
      },
      ...(finding.name === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: finding.name }] })
    }
  ],
  partialFingerprints: { "ultragitFindingId/v1": finding.id },
  properties: { confidence: finding.confidence, category: finding.category, severity: finding.severity }
})

/** Formats findings as SARIF 2.1.0, which code hosts and editors read. */
export const toSarif = ({ detectors, findings, version }: ReportAnswer): string => {
  const used = detectors.filter(({ id }) => findings.some(({ detector }) => detector === id))
  const positions = new Map(used.map(({ id }, index) => [id, index]))
  const worst = new Map(findings.toReversed().map(({ detector, severity }) => [detector, severity]))
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Ultragit",
            semanticVersion: version,
            rules: used.map(({ category, finds, fix, id, why }) => ({
              id,
              shortDescription: { text: finds },
              fullDescription: { text: why },
              help: { text: fix },
              properties: {
                tags: [category],
                ...(category === "security" ? { "security-severity": securityScores[worst.get(id) ?? "info"] } : {})
              }
            }))
          }
        },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { "%SRCROOT%": { description: { text: "Root of the repository" } } },
        results: findings.map((finding) => toResult(finding, positions.get(finding.detector) ?? 0))
      }
    ]
  }
  return `${JSON.stringify(log, null, 2)}\n`
}
