import { Fault } from '@palate/core/fault.ts'
import { largeBodyBytesMax } from '@palate/core/route.ts'

/** What the objects and commit messages of a profile may take in all: a hundred of the largest commits. */
export const profileBytesMax = 4 * 1024 ** 3
/**
 * What one state may take as JSON, without its long texts: it is read into memory. The largest body always fits, with
 * the ids and latent scores that the service adds.
 */
export const stateBytesMax = 2.25 * largeBodyBytesMax

/** `path` is the place in the body; null if the body does not hold what is too large. */
export function refuseLargeProfile(bytes: number, growth: number, path: string | null): void {
  if (growth <= 0 || bytes <= profileBytesMax) return
  throw tooLarge(path, `the profile would take more than ${profileBytesMax} bytes; begin a new one`)
}

export function refuseLargeState(bytes: number, path: string | null): void {
  if (bytes <= stateBytesMax) return
  throw tooLarge(path, `this would take more than ${stateBytesMax} bytes as JSON, pictures not counted`)
}

function tooLarge(path: string | null, message: string): Fault {
  if (path === null) return new Fault('profile_too_large', message)
  return new Fault('profile_too_large', `${path}: ${message}`, { errors: [{ path, message }] })
}
