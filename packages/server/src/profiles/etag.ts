import { Fault } from '@palate/core/fault.ts'

/** Two parts: what was written (the revision) and what was computed from it. */
export function etagOf(revision: number, computed: number): string {
  return `"${revision}-${computed}"`
}

/** `If-None-Match`: does the client have both parts as they are now? */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

/** `If-Match` looks at the first part only: a late computation must not break anybody's update. */
export function requireMatch(ifMatch: string | undefined, revision: number): void {
  if (ifMatch === undefined) return
  const matches = tagsOf(ifMatch).some((tag) => tag === '*' || tag.split('-')[0] === `"${revision}`)
  if (!matches) throw new Fault('precondition_failed', 'If-Match: the profile was changed since')
}

function tagsOf(header: string): readonly string[] {
  return header.split(',').map((tag) => tag.trim())
}
