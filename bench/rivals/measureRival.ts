import { Effect } from "effect"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { runGitChecked } from "../../test/support/runGit.ts"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { ask, startWarmServer } from "../calls.ts"
import { figureOf, type Row, rowOf, compareInTurn } from "../measure.ts"
import { memoryOf } from "../memory.ts"
import { type Command, Environment } from "../processes.ts"
import { type Server, startServer } from "../server.ts"
import { type Bench, Missing } from "../Slot.ts"
import type { Subject } from "../Subject.ts"
import { install, makeIndex } from "./install.ts"
import type { Rival } from "./Rival.ts"

const rest = Effect.sleep("1 second")

const bytesBelow = (folder: string): number =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

const megabytes = (what: string, theirs: number, ours: number): Row => ({
  what,
  ours: figureOf([ours], "MB"),
  yardstick: { what: "rival", figure: figureOf([theirs], "MB") }
})

const total = ({ pid }: Server): number => {
  const { children, resident } = memoryOf(pid)
  return resident + children
}

/** Measures the list of tools, memory before and after the questions, and each question warm. */
const measureServer = Effect.fnUntraced(function* (
  bench: Bench,
  subject: Subject,
  rival: Rival,
  theirs: Server,
  directory: string
) {
  const ours = yield* startWarmServer(bench, subject)
  const lists = [yield* ours.request("tools/list", {}), yield* theirs.request("tools/list", {})] as const
  yield* rest
  const idle = megabytes("resident, idle, with children", total(theirs), total(ours))
  const questions = yield* Effect.forEach(
    rival.questions(subject),
    Effect.fnUntraced(function* ({ args, ours: question, tool, what }) {
      const request = theirs.request("tools/call", { name: tool, arguments: args(directory) })
      const duel = yield* compareInTurn(
        bench.rounds,
        ask(ours, question),
        Effect.map(request, ({ time }) => time)
      )
      const { bytes } = yield* request
      const own = yield* ours.request("tools/call", { name: `ultragit_${question.tool}`, arguments: question.args })
      return [
        rowOf(`\`${tool}\`, warm: ${what}`, duel, "rival"),
        {
          what: `\`${tool}\`: bytes of the answer`,
          ours: figureOf([own.bytes], "bytes"),
          yardstick: { what: "rival", figure: figureOf([bytes], "bytes") }
        } satisfies Row
      ]
    })
  )
  const [mine, yours] = lists
  const list: Row = {
    what: "bytes of `tools/list`",
    ours: figureOf([mine.bytes], "bytes"),
    yardstick: { what: "rival", figure: figureOf([yours.bytes], "bytes") }
  }
  yield* rest
  return [list, idle, ...questions.flat(), megabytes("resident, serving, with children", total(theirs), total(ours))]
})

const startTime = (command: Command, directory: string) =>
  Effect.scoped(Effect.map(startServer(command, directory), (server) => server.started))

/** Compares a rival, on its own writable clone, with our server. */
export const measureRival = Effect.fn("measureRival")(function* (bench: Bench, rival: Rival, cache: string) {
  const subject = yield* bench.subject
  const script = yield* install(rival, cache)
  const directory = join(yield* makeFolder, "clone")
  yield* runGitChecked(subject.directory, ["clone", "--quiet", "--shared", "--", subject.directory, directory])
  const { command, environment, seconds } = yield* makeIndex(rival, script, directory)
  const serve: Command = [...command, ...rival.serve]
  const there = Effect.provideService(Environment, environment)
  const start = yield* compareInTurn(
    bench.rounds,
    startTime([...bench.program, "mcp", "start"], subject.directory),
    there(startTime(serve, directory))
  )
  const server = yield* there(startServer(serve, directory))
  const rows = yield* measureServer(bench, subject, rival, server, directory)
  const indexes = readdirSync(directory).filter((name) => name.startsWith(".codegraph"))
  const theirs = indexes.reduce((sum, name) => sum + bytesBelow(join(directory, name)), 0)
  const ours = bytesBelow(join(subject.directory, ".git", "ultragit"))
  const made: Row = {
    what: "seconds to make the index before the first answer (ours needs none)",
    ours: figureOf([0], ""),
    yardstick: { what: "rival", figure: figureOf([seconds], "") }
  }
  const kept = megabytes("index on disk (ours: the whole cache)", theirs / 2 ** 20, ours / 2 ** 20)
  const index = rival.index === undefined ? [] : [made, kept]
  const under = command[0] === bench.node ? "" : " (the rival with another Node, which its native module requires)"
  const all: ReadonlyArray<Row> = [rowOf(`spawn to \`initialize\` answered${under}`, start, "rival"), ...rows, ...index]
  return all
}, Effect.scoped)

/** Converts a defect, such as a crash of a rival, to `Missing`. */
export const orWhy = <A, E, R>(effect: Effect.Effect<A, E | Missing, R>) =>
  Effect.catchDefect(effect, (defect) => new Missing({ what: String(defect).replaceAll(/\s+/g, " ").slice(0, 300) }))
