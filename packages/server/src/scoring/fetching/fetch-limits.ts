import { frameBytesMax } from '@palate/core/frames/size.ts'

export interface FetchLimits {
  /** From the first name lookup to the last byte, redirects included. Waiting for a free connection does not count. */
  readonly fetchTimeoutMs: number
  readonly frameBytesMax: number
  readonly redirectsMax: number
  /** An account holds at most as many of them as it leaves free. */
  readonly fetchesMax: number
  readonly fetchesPerHostMax: number
  /** After this many timeouts in a row, requests that queue for the host are rejected. */
  readonly hostTimeoutsMax: number
  readonly idleHostsMax: number
  readonly keepAliveMs: number
}

export const defaultFetchLimits = {
  fetchTimeoutMs: 5_000,
  frameBytesMax,
  redirectsMax: 3,
  fetchesMax: 64,
  fetchesPerHostMax: 12,
  hostTimeoutsMax: 12,
  idleHostsMax: 128,
  keepAliveMs: 10_000,
} satisfies FetchLimits
