import type { NewAnnotations, Profile } from '@palate/client'
import type { EarlierChange } from '@palate/client/restore-judgements.ts'

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
  | { readonly key: string; readonly kind: 'restore'; readonly earlier: readonly EarlierChange[] }

export function addition(annotations: NewAnnotations): Addition {
  return { key: newKey('add'), kind: 'add', annotations }
}

export function undo(added: Addition): Judgement {
  return { key: newKey('undo'), kind: 'undo', addition: added }
}

export function removal(elementIds: readonly string[]): Judgement {
  return { key: newKey('remove'), kind: 'remove', elementIds }
}

/** Undoes a removal of these elements from a profile, given as it was before. */
export function restoration(
  { profileData }: Pick<Profile, 'profileData'>,
  list: EarlierChange['list'],
  elementIds: readonly string[],
): Judgement {
  const earlier = elementIds.map((id) => {
    const replaced = profileData.workingChanges[list].find((one) => one.id === id)
    return { list, id, ...(replaced && { replaced }) }
  })
  return { key: newKey('restore'), kind: 'restore', earlier }
}

function newKey(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `${prefix}_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
