import type { Exemplar } from '@palate/client'

/** A picture that the lightbox can show. */
export interface LightboxItem {
  readonly key: string
  readonly name: string
  /** In full size, or as large as the service has it. */
  readonly whole: string | null
  /** What a label of it says apart from the label. One with an id stands for that element. */
  readonly about: Exemplar
}

/** A small version of a picture that is shown whole. */
export function smallOf(whole: string | null): string | null {
  if (whole === null || !whole.startsWith('/')) return whole
  return /^\/api\/frames\/[^/?]+$/.test(whole) ? `${whole}/thumbnail` : whole.replace(/\?size=large$/, '')
}

/** The pictures near this one, for a strip of at most `count`. */
export function stripAround<Item extends { readonly key: string }>(
  items: readonly Item[],
  key: string,
  count: number,
): readonly Item[] {
  const at = items.findIndex((item) => item.key === key)
  const start = Math.max(0, Math.min(at - Math.floor(count / 2), items.length - count))
  return items.slice(start, start + count)
}

/** The next picture in this direction that is still there. */
export function neighbourOf(
  order: readonly string[],
  items: readonly Pick<LightboxItem, 'key'>[],
  key: string,
  by: 1 | -1,
): string | undefined {
  const left = new Set(items.map((one) => one.key))
  for (let i = order.indexOf(key) + by; i >= 0 && i < order.length; i += by) {
    const other = order[i]
    if (other !== undefined && left.has(other)) return other
  }
  return undefined
}
