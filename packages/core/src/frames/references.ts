const reference = /\bfrm_[0-9a-f]{32}\b/g

/** The ids of library frames that stand in a JSON text, each once: in `frame:` addresses, and alone. */
export function frameIdsIn(json: string): readonly string[] {
  return json.includes('frm_') ? [...new Set(json.match(reference))] : []
}

const scheme = 'frame:'

export function frameUrl(id: string): string {
  return `${scheme}${id}`
}

/** The id that a `frame:` address names; undefined for any other address. */
export function frameIdOfUrl(url: string): string | undefined {
  return url.startsWith(scheme) ? url.slice(scheme.length) : undefined
}
