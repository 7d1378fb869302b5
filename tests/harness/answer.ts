/** A complete response. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // Tests read responses of every shape; reading a missing member fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any
}
