/** Turns `/palate/` into `/palate`, and `/` into the empty string. */
export function parseBasePath(text: string): string {
  const parts = text.split('/').slice(1)
  if (!text.startsWith('/')) throw new RangeError('a path starts with /')
  if (parts.at(-1) === '') parts.pop()
  if (!parts.every((part) => /^[A-Za-z0-9._~-]+$/.test(part) && !/^\.\.?$/.test(part)))
    throw new RangeError('not a path')
  return parts.map((part) => `/${part}`).join('')
}

/** Origins as browsers send them: only scheme, host and port. */
export function parseOrigins(text: string): readonly string[] {
  const origins = text.split(',').map((part) => part.trim())
  return origins.filter((origin) => origin !== '').map(originOf)
}

function originOf(text: string): string {
  const { protocol, origin } = new URL(text)
  const isOrigin = text === origin || text === `${origin}/`
  if (!isOrigin || !/^https?:$/.test(protocol)) throw new RangeError('not an origin')
  return origin
}

/** Where others reach the service, with the path prefix and without a slash at the end. */
export function parsePublicUrl(text: string): string {
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || `${search}${hash}${username}${password}` !== '') throw new RangeError('not a URL')
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/** Where a collector receives traces: the path `/v1/traces` may be omitted, as with other exporters. */
export function parseOtlpUrl(text: string): string {
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.hash !== '') throw new RangeError('not a collector')
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  return url.href
}
