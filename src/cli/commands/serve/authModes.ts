/** How clients say who they are. */
export const authModes = ["none", "tokens"] as const
export type AuthMode = (typeof authModes)[number]
