import { Fault } from '@palate/core/fault.ts'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { largeBodyBytesMax } from '@palate/core/route.ts'

/** Size limit for a profile's objects, commit messages and seeds of versions: a hundred of the largest commits. */
export const profileBytesMax = 4 * 1024 ** 3
/**
 * Size limit for one state as JSON, without its text blobs, because it is read into memory. The largest body always
 * fits, including the ids and latent scores that the service adds.
 */
export const stateBytesMax = 2.25 * largeBodyBytesMax

/** `path` is the location in the body; null if the body does not contain what is too large. */
export function refuseLargeProfile(bytes: number, growth: number, path: string | null): void {
  if (growth <= 0 || bytes <= profileBytesMax) return
  throw tooLarge(path, `the profile would exceed ${describeBytes(profileBytesMax)}; start a new one`)
}

export function refuseLargeState(bytes: number, path: string | null): void {
  if (bytes <= stateBytesMax) return
  throw tooLarge(path, `this would exceed ${describeBytes(stateBytesMax)} as JSON, not counting pictures`)
}

function tooLarge(path: string | null, message: string): Fault {
  if (path === null) return new Fault('profile_too_large', message)
  return new Fault('profile_too_large', `${path}: ${message}`, { errors: [{ path, message }] })
}
