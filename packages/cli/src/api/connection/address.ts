import { UsageError } from '../../output.ts'

export const defaultUrl = 'http://127.0.0.1:8080'

/** Normalises the URL of a service, so that two spellings compare as equal. `source` names where it came from. */
export function addressOf(text: string, source: string): string {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  if (url) return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  const guess = `${isLocal(text) ? 'http' : 'https'}://${text}`
  const advice = /^[\w.[\]-]+(:\d+)?(\/|$)/.test(text) && URL.canParse(guess) ? `: did you mean ${guess}?` : ''
  throw new UsageError(`${source}: ${text} is not a URL that starts with http:// or https://${advice}`)
}

function isLocal(text: string): boolean {
  return /^(localhost|127\.|\[::1\])/i.test(text)
}
