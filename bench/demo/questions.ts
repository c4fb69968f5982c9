/** One of the four questions about the demonstration's repository. */
export interface DemoQuestion {
  readonly title: string
  /** MCP tool and its arguments. */
  readonly tool: string
  readonly arguments: Readonly<Record<string, string>>
  /** Arguments of the command with the same answer. */
  readonly command: ReadonlyArray<string>
}

export const questions: ReadonlyArray<DemoQuestion> = [
  {
    title: "Why is this code as it is?",
    tool: "ultragit_read",
    arguments: { path: "src/broker/client.rs", anchor: "MqttClient::connect" },
    command: ["read", "src/broker/client.rs", "MqttClient::connect"]
  },
  {
    title: "What relies on it?",
    tool: "ultragit_deps",
    arguments: { path: "src/broker/client.rs", anchor: "MqttClient::connect" },
    command: ["deps", "src/broker/client.rs", "MqttClient::connect"]
  },
  {
    title: "How did this code come to be?",
    tool: "ultragit_history",
    arguments: { path: "web/pool.ts", anchor: "Pool.acquire" },
    command: ["history", "web/pool.ts", "Pool.acquire"]
  },
  {
    title: "What is this folder for?",
    tool: "ultragit_summary",
    arguments: { path: "web" },
    command: ["summary", "web"]
  }
]
