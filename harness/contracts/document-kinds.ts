/** What can be validated: a typed claim or a set of them, a Framework Compliance Credential, a signed JWT. */
export const documentKinds = ['claim', 'credential', 'jwt'] as const

export type DocumentKind = (typeof documentKinds)[number]
