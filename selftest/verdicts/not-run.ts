/** Something could not be run at one side, so that nothing can be compared; the message says what and why. */
export class NotRun extends Error {
  override readonly name = 'NotRun'
}
