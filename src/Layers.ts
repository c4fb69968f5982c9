import { NodeChildProcessSpawner, NodeFileSystem, NodePath } from "@effect/platform-node"
import { Layer } from "effect"
import { Annotations } from "./annotations/Annotations.ts"
import { Settings } from "./config/Settings.ts"
import { GitProcess } from "./git/GitProcess.ts"
import { Notes } from "./notes/Notes.ts"
import { Parser } from "./parser/Parser.ts"

const repositoryLayer = Settings.layerNoDeps.pipe(
  Layer.provideMerge(GitProcess.layerNoDeps),
  Layer.provideMerge(NodeChildProcessSpawner.layer),
  Layer.provideMerge(Layer.mergeAll(NodeFileSystem.layer, NodePath.layer))
)

/** The four questions over the system's git. */
export const annotationsLayer = Annotations.layer.pipe(
  Layer.provide(Notes.layerNoDeps),
  Layer.provide(Parser.layer),
  Layer.provide(repositoryLayer)
)
