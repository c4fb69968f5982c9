import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core"
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { must, run, say, scratch, thisNode, type TrialNode, wrong } from "./trial.ts"

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
}

const root = join(import.meta.dirname, "..")
const programs = ["example.ts", "outlines.ts", "replacements.ts", "commits.ts", "apart.ts", "graph.ts"]

/**
 * Problems that are accepted because the package has only ES modules, like `effect`: every supported Node can `require`
 * them (see {@link checkLibrary}), and TypeScript 7 no longer supports the resolution of Node 10.
 */
const isAccepted = (problem: Problem): boolean =>
  (problem.kind === "NoResolution" && problem.resolutionKind === "node10") ||
  (problem.kind === "CJSResolvesToESM" && problem.resolutionKind === "node16-cjs")

/** Checks the packed package with publint and are-the-types-wrong. */
export const checkPacked = async (tarball: string): Promise<void> => {
  const bytes = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, level: "suggestion" })
  for (const message of messages) wrong(`publint: ${formatMessage(message, pkg, { color: false })}`)
  const types = await checkPackage(createPackageFromTarballData(bytes))
  if (types.types === false) wrong("are the types wrong: no types")
  else
    for (const problem of types.problems)
      if (!isAccepted(problem)) wrong(`are the types wrong: ${JSON.stringify(problem)}`)
  say("library: publint, are the types wrong")
}

/** Makes a project with the package, effect and a platform installed by npm. Returns its folder. */
const installInProject = (tarball: string): string => {
  const place = join(scratch, "library")
  mkdirSync(place)
  const manifest: Manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const wanted = ["effect", "@effect/platform-node", "@types/node"].map(
    (name) => `${name}@${manifest.devDependencies[name] ?? ""}`
  )
  writeFileSync(join(place, "package.json"), '{ "name": "other", "type": "module", "private": true }\n')
  must("npm", ["install", "--prefer-offline", tarball, ...wanted], { cwd: place })
  for (const program of programs) copyFileSync(join(root, "test/library", program), join(place, program))
  return place
}

const checkTypes = (place: string, label: string, resolution: Readonly<Record<string, unknown>>): void => {
  // Checks declarations too: the library's, and effect's, which need DOM types for Web Crypto.
  const compilerOptions = { target: "ES2024", lib: ["ES2024", "DOM"], types: ["node"], strict: true, noEmit: true }
  const config = { compilerOptions: { ...compilerOptions, ...resolution }, files: programs }
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify(config))
  const compiled = run(thisNode.path, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], { cwd: place })
  if (compiled.status !== 0) wrong(`library, types by ${label}: ${compiled.stdout}`)
}

/** Installs the package with effect and compiles programs that use it. Returns the folder. */
export const checkTyped = (tarball: string): string => {
  const place = installInProject(tarball)
  checkTypes(place, "nodenext", { module: "nodenext" })
  checkTypes(place, "bundler", { module: "esnext", moduleResolution: "bundler" })
  say("library: types by nodenext and bundler")
  return place
}

/** Runs programs that use the library in a repository with notes, and loads it with `import` and `require`. */
export const checkLibrary = (node: TrialNode, place: string, repository: string): void => {
  const asked = run(node.path, ["example.ts", repository, "src/pool.ts", "Pool.acquire"], { cwd: place })
  const lines = asked.stdout.trimEnd().split("\n")
  if (asked.status !== 0 || lines.length !== 2 || lines[1] !== "Pool.acquire: The program says so.")
    wrong(`${node.label}: example.ts answered ${JSON.stringify(asked)}`)
  const index = join(repository, ".git", "commits.db")
  const found = run(node.path, ["commits.ts", index, repository, "broker sessions"], { cwd: place })
  if (found.status !== 0 || !/^[0-9a-f]{10} Add the pool\n$/.test(found.stdout))
    wrong(`${node.label}: commits.ts answered ${JSON.stringify(found)}`)
  const depended = run(node.path, ["graph.ts", repository, "src/pool.ts"], { cwd: place })
  if (depended.status !== 0 || depended.stdout !== "0 files depend on src/pool.ts\n")
    wrong(`${node.label}: graph.ts answered ${JSON.stringify(depended)}`)
  const script =
    'process.stdout.write(["ultragit", "ultragit/commits", "ultragit/graph"].map((name) => typeof require(name).layer).join(" "))'
  const required = run(node.path, ["--input-type=commonjs", "--eval", script], { cwd: place })
  if (required.stdout !== "object object object") wrong(`${node.label}: require gave ${JSON.stringify(required)}`)
  say(`${node.label}: example.ts, commits.ts and graph.ts, import and require`)
}

/** Checks that importing the library without effect fails with the name of the missing package. */
export const checkNeedsEffect = (place: string): void => {
  const done = run(thisNode.path, ["--input-type=module", "--eval", 'await import("ultragit")'], { cwd: place })
  if (done.status === 0 || !done.stderr.includes("Cannot find package 'effect'"))
    wrong(`library without effect: ${JSON.stringify(done)}`)
}
