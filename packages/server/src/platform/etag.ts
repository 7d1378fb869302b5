/** Whether `If-None-Match` names the tag, so that the client already has the response. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  return tagsOf(ifNoneMatch).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

/** The tags of `If-Match` or `If-None-Match`. */
export function tagsOf(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').map((tag) => tag.trim())
}
