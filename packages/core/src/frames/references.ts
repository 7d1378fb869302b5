import { fingerprint } from '../generic/fingerprint.ts'
import { idCharactersMax } from '../ids.ts'

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

/**
 * The id by which a comparison names the picture at a URL: that of the library, else the URL, or a hash of one that is too
 * long for an id. Unrelated pictures never share an id, because latent scores belong to ids.
 */
export function comparedIdOf(url: string): string {
  return frameIdOfUrl(url) ?? (url.length <= idCharactersMax ? url : `url-${fingerprint(url)}`)
}
