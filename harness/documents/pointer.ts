/** JSON pointer of a path (RFC 6901). */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${escaped(String(step))}`).join('')

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')
