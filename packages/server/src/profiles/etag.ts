import { Fault } from '@palate/core/fault.ts'

/** Two parts: the revision counts writes, and the derived revision counts results computed from them. */
export function etagOf(revision: number, derivedRevision: number): string {
  return `"${revision}-${derivedRevision}"`
}

/** `If-None-Match`: both parts must match. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

/** `If-Match` compares only the revision, because a background computation must not make an update fail. */
export function requireMatch(ifMatch: string | undefined, revision: number): void {
  if (ifMatch === undefined) return
  const matches = tagsOf(ifMatch).some((tag) => tag === '*' || tag.split('-')[0] === `"${revision}`)
  if (!matches) throw new Fault('precondition_failed', 'If-Match: the profile has changed since')
}

function tagsOf(header: string): readonly string[] {
  return header.split(',').map((tag) => tag.trim())
}
