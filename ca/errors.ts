/** The PKI was asked for something that it does not have: our own mistake, never the target's. */
export class PkiError extends Error {
  readonly code = 'PKI_ERROR'
}
