import type { Schema } from "effect"
import { SearchAnswer } from "../../codeIndex/model/answers.ts"
import { ArchitectureAnswer, GraphQueryAnswer, ImpactAnswer, TraceAnswer } from "../../codeIndex/model/graphAnswers.ts"
import { GraphQueryInput, ImpactInput, TraceInput } from "../../codeIndex/model/graphInputs.ts"
import {
  AnalyzeAnswer,
  AskAnswer,
  DetectorsAnswer,
  EvolutionAnswer,
  FileAnswer,
  FindingsAnswer,
  FixAnswer,
  HotspotsAnswer
} from "../../codeGraph/model/answers.ts"
import {
  AnalyzeInput,
  AskInput,
  EvolutionInput,
  FileInput,
  FindingsInput,
  FixInput,
  HotspotsInput,
  NoInput,
  SearchCodeInput
} from "../../codeGraph/model/inputs.ts"
import type { Contract } from "../../domain/Contract.ts"

type Codec = Schema.ConstraintCodec<unknown, unknown>

/** Declares a tool that only reads. */
const declare = <Input extends Codec, Output extends Codec>(
  contract: Omit<Contract<Input, Output>, "hints">
): Contract<Input, Output> => ({ ...contract, hints: { readOnly: true, idempotent: true, destructive: false } })

export const analyzeContract = declare({
  name: "repotoire_analyze",
  title: "What is wrong with this code",
  command: "ultragit graph analyze",
  description: "Run all detectors over the project and count their findings by severity.",
  input: AnalyzeInput,
  output: AnalyzeAnswer
})

export const findingsContract = declare({
  name: "repotoire_get_findings",
  title: "Which problems were found",
  command: "ultragit graph findings",
  description: "List what detectors found, by severity and detector, a page at a time.",
  input: FindingsInput,
  output: FindingsAnswer
})

export const hotspotsContract = declare({
  name: "repotoire_get_hotspots",
  title: "Where changes are hard and frequent",
  command: "ultragit graph hotspots",
  description:
    "Files ranked by churn × complexity, both factors shown, with the latest noted intent. Use to see where risk is before planning work.",
  input: HotspotsInput,
  output: HotspotsAnswer
})

export const queryContract = declare({
  name: "repotoire_query_graph",
  title: "What is defined, and who calls it",
  command: "ultragit graph query",
  description:
    "List functions, classes or files, count them (stats), or list the callers or callees of one, each with how it is known.",
  input: GraphQueryInput,
  output: GraphQueryAnswer
})

export const fileContract = declare({
  name: "repotoire_get_file",
  title: "What a file says",
  command: "ultragit graph file",
  description: "Read a file of the project, or lines of it. Ignored files and the git directory are refused.",
  input: FileInput,
  output: FileAnswer
})

export const architectureContract = declare({
  name: "repotoire_get_architecture",
  title: "How the project is built",
  command: "ultragit graph architecture",
  description:
    "Modules and what they depend on, import cycles, entry points, languages and the largest classes. Use first in an unknown project.",
  input: NoInput,
  output: ArchitectureAnswer
})

export const detectorsContract = declare({
  name: "repotoire_list_detectors",
  title: "Which detectors there are",
  command: "ultragit graph detectors",
  description: "List the detectors with what each of them finds.",
  input: NoInput,
  output: DetectorsAnswer
})

export const traceContract = declare({
  name: "repotoire_trace_dependencies",
  title: "How code is reached",
  command: "ultragit graph trace",
  description:
    "Follow calls, imports, inheritance and other uses from a definition or file: upstream to what depends on it, downstream to what it needs. Each node has the path to it and how the step is known.",
  input: TraceInput,
  output: TraceAnswer
})

export const impactContract = declare({
  name: "repotoire_analyze_impact",
  title: "What breaks if this changes",
  command: "ultragit graph impact",
  description:
    "Before changing a file or function: everything that depends on it, directly or not, with the nearest reason for each file, and the constraints and risks noted about it.",
  input: ImpactInput,
  output: ImpactAnswer
})

export const evolutionContract = declare({
  name: "repotoire_query_evolution",
  title: "How code changed over time",
  command: "ultragit graph evolution",
  description:
    "Ask history: file_churn, hottest_files, file_commits, function_history (follows lines through edits and renames), entity_blame, file_ownership, recent_commits, or coupled_files, which change together. Authors are those of .mailmap.",
  input: EvolutionInput,
  output: EvolutionAnswer
})

export const searchContract = declare({
  name: "repotoire_search_code",
  title: "Which code is about this",
  command: "ultragit graph search",
  description: "Find files for a query in words. Searches words and names, as code-scout_search does.",
  input: SearchCodeInput,
  output: SearchAnswer
})

export const askContract = declare({
  name: "repotoire_ask",
  title: "What the code says about a question",
  command: "ultragit graph ask",
  description: "Answer a question about the project with a language model.",
  input: AskInput,
  output: AskAnswer
})

export const fixContract = declare({
  name: "repotoire_generate_fix",
  title: "How to fix a finding",
  command: "ultragit graph fix",
  description: "Propose a change that fixes a finding, by a language model.",
  input: FixInput,
  output: FixAnswer
})
