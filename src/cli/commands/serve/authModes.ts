/** How clients say who they are. */
export const authModes = ["none", "tokens", "oidc"] as const
export type AuthMode = (typeof authModes)[number]
