/** The values of the setting `evidence`. The first is the default. */
export const evidenceModes = ["auto", "always", "never"] as const

/** For which lines an answer has evidence: those that no annotation covers, all, or none. */
export type EvidenceMode = (typeof evidenceModes)[number]
