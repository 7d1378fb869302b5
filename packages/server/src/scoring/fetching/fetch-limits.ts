export interface FetchLimits {
  /** From the first name lookup to the last byte, redirects included; waiting for a free connection does not count. */
  readonly fetchTimeoutMs: number
  readonly frameBytesMax: number
  readonly redirectsMax: number
  readonly fetchesMax: number
  readonly fetchesPerHostMax: number
  /** After so many timeouts in a row, those who queue for a host are sent away instead of waiting their turn. */
  readonly hostTimeoutsMax: number
  readonly idleHostsMax: number
  readonly keepAliveMs: number
}

export const defaultFetchLimits: FetchLimits = {
  fetchTimeoutMs: 5_000,
  frameBytesMax: 10 * 1024 * 1024,
  redirectsMax: 3,
  fetchesMax: 64,
  fetchesPerHostMax: 12,
  hostTimeoutsMax: 12,
  idleHostsMax: 128,
  keepAliveMs: 10_000,
}
