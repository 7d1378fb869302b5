import type { Palate } from '@palate/client'
import { personOf } from '@palate/core/profile/subject/subject.ts'
import type { Held } from './held.ts'

interface Person {
  readonly id: string
  readonly role?: string
}

/** The judgements that name a person are looked at with who is signed in; without any, nothing is asked. */
export async function signedInPerson(palate: Palate, held: readonly Held[]): Promise<Person | undefined> {
  if (held.every(({ element }) => personOf(element) === undefined)) return undefined
  return ((await palate.session.get()) as { readonly person?: Person }).person
}

/** Somebody who only judges sees their own judgements, so that they judge without knowing what others said. */
export function shownTo(person: Person | undefined, held: readonly Held[]): readonly Held[] {
  return person?.role === 'judge' ? ownOf(person, held) : held
}

export function ownOf(person: Person | undefined, held: readonly Held[]): readonly Held[] {
  return held.filter(({ element }) => personOf(element) === person?.id)
}
