import type { NewAnnotations } from '@palate/client'

/** One user action: judgements that are added or undone together. */
export type Judgement =
  | { readonly key: string; readonly kind: 'add'; readonly annotations: NewAnnotations }
  | { readonly key: string; readonly kind: 'remove'; readonly elementIds: readonly string[] }

/** The page chooses element ids, so that a judgement sent twice counts once and can be undone at any time. */
export function newId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `${prefix}_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export function addition(annotations: NewAnnotations): Judgement {
  return { key: newId('add'), kind: 'add', annotations }
}

export function removal(elementIds: readonly string[]): Judgement {
  return { key: newId('remove'), kind: 'remove', elementIds }
}

export function elementIdsOf(judgement: Judgement): readonly string[] {
  if (judgement.kind === 'remove') return judgement.elementIds
  const { constraints = [], exemplars = [], comparisons = [] } = judgement.annotations
  return [...constraints, ...exemplars, ...comparisons].flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}
