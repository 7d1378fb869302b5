const reference = /\bfrm_[0-9a-f]{32}\b/g

/** The distinct ids of library frames in a JSON text, both bare and in `frame:` URLs. */
export function frameIdsIn(json: string): readonly string[] {
  return json.includes('frm_') ? [...new Set(json.match(reference))] : []
}

const scheme = 'frame:'

export function frameUrl(id: string): string {
  return `${scheme}${id}`
}

/** The id in a `frame:` URL; undefined for any other URL. */
export function frameIdOfUrl(url: string): string | undefined {
  return url.startsWith(scheme) ? url.slice(scheme.length) : undefined
}
