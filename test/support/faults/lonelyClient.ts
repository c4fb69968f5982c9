import { spawn } from "node:child_process"
import process from "node:process"
import { initializeRequest } from "./lines.ts"

/**
 * A client that opens a connection, makes one call and waits, to be killed: `node lonelyClient.ts <call> <command> …`.
 * It says the server's process id.
 */
const [, , call = "", command = "", ...args] = process.argv
const server = spawn(command, args, { stdio: "pipe" })
server.stdout.resume()
server.stdin.write(`${initializeRequest}\n${call}\n`)
process.stdout.write(`${server.pid}\n`)
process.stdin.resume()
