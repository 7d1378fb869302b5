import type { NewAnnotations } from '@palate/client'

/** Judgements that are added together. They have no ids, so that one about the same thing replaces an earlier one. */
export interface Addition {
  /** Also the idempotency key: an addition that is sent twice counts once. */
  readonly key: string
  readonly kind: 'add'
  readonly annotations: NewAnnotations
}

/** One user action. */
export type Judgement =
  | Addition
  | { readonly key: string; readonly kind: 'undo'; readonly addition: Addition }
  | { readonly key: string; readonly kind: 'remove'; readonly elementIds: readonly string[] }
  | { readonly key: string; readonly kind: 'restore'; readonly elementId: string; readonly addition: Addition }

export function addition(annotations: NewAnnotations): Addition {
  return { key: newKey('add'), kind: 'add', annotations }
}

export function undo(added: Addition): Judgement {
  return { key: newKey('undo'), kind: 'undo', addition: added }
}

export function removal(elementIds: readonly string[]): Judgement {
  return { key: newKey('remove'), kind: 'remove', elementIds }
}

/** Undoes a removal. `annotations` is the removed element without its id. */
export function restoration(elementId: string, annotations: NewAnnotations): Judgement {
  return { key: newKey('restore'), kind: 'restore', elementId, addition: addition(annotations) }
}

function newKey(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `${prefix}_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
