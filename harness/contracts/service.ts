/** What a ServiceProvider target protects, as its kit says (`service` of `kit.schema.json`): it needs evidence for this before it serves. */
export interface ProtectedResource {
  /** The lab's EntitledParty. */
  readonly policyIssuer: string
  readonly resource: {
    readonly type: string
    readonly identifiers: readonly string[]
    readonly attributes: readonly string[]
  }
  readonly actions: readonly string[]
  /** What is served at another path; absent where the target file names none. */
  readonly other?: Pick<ProtectedResource, 'resource'>
}

/** The service of a target as its target file describes it, with what its kit asks it to protect. */
export interface ServiceUnderTest extends ProtectedResource {
  readonly method: string
  /** Below the base URL. */
  readonly path: string
  /** Where the other resource is served, below the base URL. */
  readonly otherPath?: string
  /** What a call carries beside its access token, where it needs anything. */
  readonly body?: { readonly text: string; readonly contentType: string }
  /** Text that the body of a granted call contains. */
  readonly bodyContains?: string
}
