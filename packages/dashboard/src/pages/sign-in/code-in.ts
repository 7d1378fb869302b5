/** The code in a link such as `http://…/#code=…`, or in its end alone. */
export function codeIn(link: string): string | undefined {
  const [, fragment] = link.split('#')
  return new URLSearchParams(fragment ?? '').get('code') ?? undefined
}
