import type { NewAnnotations } from '@palate/client'

/** One step of a person: judgements that are added together, or taken back together. */
export type Judgement =
  | { readonly key: string; readonly kind: 'add'; readonly annotations: NewAnnotations }
  | { readonly key: string; readonly kind: 'remove'; readonly elementIds: readonly string[] }

/** The page names its elements itself, so that one that is sent twice counts once, and can be taken back at any time. */
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
