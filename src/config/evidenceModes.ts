/** The values of the setting `evidence`. The first is the default. */
export const evidenceModes = ["never", "auto", "always"] as const

/** For which lines an answer has evidence: none, those that no annotation covers, or all. */
export type EvidenceMode = (typeof evidenceModes)[number]
