/** Where a token of the lab stands in a text, nothing of it is percent-encoded. */
const tokenLike = /[\w.-]{20,}/g

/** The parts of a text that may be a token of the lab, or a JWT. */
export const tokensLike = (text: string): readonly string[] => text.match(tokenLike) ?? []
