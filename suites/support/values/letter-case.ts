const zeroWidthSpace = '\u200b'

/** A Party Identifier in the other letter case; one without letters gets an invisible character, so that it differs all the same. */
export const otherCase = (id: string): string =>
  id.toLowerCase() === id.toUpperCase()
    ? `${id}${zeroWidthSpace}`
    : id === id.toUpperCase()
      ? id.toLowerCase()
      : id.toUpperCase()
