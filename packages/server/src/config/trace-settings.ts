/** Where a collector receives traces: the path `/v1/traces` may be omitted, as with other exporters. */
export function parseOtlpUrl(text: string): string {
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.hash !== '') throw new RangeError('not a collector')
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  return url.href
}

export function parseOtlpHeaders(text: string): Readonly<Record<string, string>> {
  const headers = parseKeyValues(text)
  // Checks names and values.
  new Headers(headers)
  return headers
}

/** `name=value,other=value`, with percent-encoded values, as in all variables of OpenTelemetry. */
export function parseKeyValues(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? []
      if (name === '') throw new RangeError('not a pair')
      return [name, decodeURIComponent(value.trim())]
    }),
  )
}
