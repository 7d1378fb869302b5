import { Fault } from '@palate/core/fault.ts'
import { tagsOf } from '../platform/etag.ts'

/**
 * Two parts: the revision counts writes, and the derived revision counts results computed from them. `If-None-Match`
 * compares both.
 */
export function etagOf(revision: number, derivedRevision: number): string {
  return `"${revision}-${derivedRevision}"`
}

/** `If-Match` compares only the revision, because a background computation must not make an update fail. */
export function requireMatch(ifMatch: string | undefined, revision: number): void {
  if (ifMatch === undefined) return
  const matches = tagsOf(ifMatch).some((tag) => tag === '*' || tag.split('-')[0] === `"${revision}`)
  if (!matches) throw new Fault('precondition_failed', 'If-Match: the profile has changed since')
}
