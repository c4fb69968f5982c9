import process from "node:process"

/** Runs a function and returns the processor time that it took on this thread, in milliseconds. */
export const processorMillis = (run: () => unknown): number => {
  const before = process.threadCpuUsage()
  run()
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / 1000
}
