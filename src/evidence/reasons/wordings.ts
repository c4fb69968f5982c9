/** Words that say much the same of a statement, so that a rare one counts as the frequent ones do. */
interface Wording {
  readonly name: string
  /** For text in lower case. */
  readonly pattern: RegExp
}

/** Those without which reasons are found less surely; others were tried (`bench/evidence/RESULTS.md`). */
export const wordings: ReadonlyArray<Wording> = [
  {
    name: "defect",
    pattern:
      /\b(?:crash|leak|deadlock|race|hang|regress|segfault|overflow|corrupt|loss|lost|inconsisten|vulnerab|fail|error|warning|bug|broke|break|wrong|incorrect|invalid|missing|slow|duplicate|stale|flak|problem|issue|panic|typo|bad|unexpected|confus|ambigu|unnecessar|redundan|unused|obsolete|deprecat|danger|unsafe|insecure)/
  },
  {
    name: "comparison",
    pattern:
      /\b(?:more|less|better|easier|faster|simpler|cleaner|clearer|safer|smaller|larger|longer|worse|fewer|slower|cheaper|nicer)\b/
  },
  { name: "infinitive", pattern: /\bto (?!the\b|a\b|an\b|be\b)[a-z]{3}/ },
  { name: "pronoun first", pattern: /^(?:this|that|it|these|those|they|which)\b/ },
  { name: "addition", pattern: /\b(?:new|now|add|adds|added)\b/ },
  { name: "cause", pattern: /\b(?:because|since|so|thus|therefore|hence|as|due|otherwise|thereby)\b/ },
  {
    name: "change reported",
    pattern:
      /^(?:also )?(?:add|fixe?|use|remove|move|update|change|rename|allow|support|implement|refactor|improve|replace|introduce|convert|handle|enable|disable)(?:e?[sd]|ed)\b|^(?:makes|made|drops|sets)\b/
  },
  { name: "code", pattern: /[`_]|\(\)/ }
]
