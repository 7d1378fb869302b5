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
