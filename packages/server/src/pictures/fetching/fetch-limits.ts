import { frameBytesMax } from '@palate/core/frames/size.ts'

export interface FetchLimits {
  /** From the first DNS lookup to the last byte, including redirects, excluding the wait for a free connection. */
  readonly fetchTimeoutMs: number
  readonly frameBytesMax: number
  readonly redirectsMax: number
  /** An account may use at most as many as it leaves free. */
  readonly fetchesMax: number
  readonly fetchesPerHostMax: number
  /** After this many consecutive timeouts, requests queued for the host are rejected. */
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
