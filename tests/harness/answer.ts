/** A complete response. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests read answers of every shape; reading a member that is not there fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}
