import { Fault } from '../../fault.ts'
import type { Caller } from '../../keys/access.ts'
import { type Element, elementKinds, isRemovalMark, type SentElement } from '../schema.ts'
import { personOf } from '../subject/subject.ts'

/**
 * A judgement is by the person who is signed in or owns the key. Only an administrator says for others how they judged;
 * everybody else may repeat what is stored.
 */

/** Ids are shorter; longer ones are nobody's. */
export const personIdCharactersMax = 64

/** Who judges: the person, if there is one, and what the key or session may do. */
export type Judging = Pick<Caller, 'scopes'> & { readonly person?: { readonly id: string } | undefined }

type SentLists = { readonly [kind in (typeof elementKinds)[number]]?: readonly SentElement[] | undefined }

/** Sent judgements as those of the caller. A removal mark only names an element, and is nobody's. */
export function attributed<Lists extends SentLists>(sent: Lists, caller: Judging): Lists {
  const lists = elementKinds.flatMap((kind) => {
    const elements = sent[kind]
    return elements ? [[kind, elements.map((element, i) => attribute(element, caller, `/${kind}/${i}/by`))]] : []
  })
  return { ...sent, ...Object.fromEntries(lists) }
}

/** Null stands for the team's own judgement, which an administrator can send although they are a person. */
function attribute(element: SentElement, caller: Judging, path: string): SentElement {
  const { by: _, ...content } = element
  if (isRemovalMark(element)) return content
  const said = personOf(element)
  const own = caller.person?.id
  if (said !== undefined && said !== own && !isAdministrator(caller)) {
    throw personForbidden(
      `${path}: a judgement is by the person who sends it; only the scope admin sends those of others`,
    )
  }
  if (element.by === null && isAdministrator(caller)) return content
  const by = said ?? own
  return by === undefined ? content : { ...content, by }
}

/** The people whom sent judgements name, other than the caller. */
export function othersIn(sent: SentLists, { person }: Judging): readonly string[] {
  const named = elementKinds.flatMap((kind) => (sent[kind] ?? []).flatMap((element) => personOf(element) ?? []))
  return [...new Set(named)].filter((id) => id !== person?.id)
}

/** The judgements of others in a sent list, which only an administrator may make up. */
export function judgementsOfOthers<Sent extends SentElement>(
  elements: readonly Sent[],
  { person }: Judging,
): readonly Sent[] {
  return elements.filter((element) => {
    const by = personOf(element)
    return by !== undefined && by !== person?.id && !isRemovalMark(element)
  })
}

/** Another person's judgement is replaced under its id only by an administrator: a second person's stands beside it. */
export function refuseReplacingOfOthers(stored: readonly Element[], caller: Judging): void {
  const [other] = isAdministrator(caller) ? [] : judgementsOfOthers(stored, caller)
  if (!other) return
  throw personForbidden(
    `the element ${JSON.stringify(other.id)} is the judgement of another person: send yours without an id`,
  )
}

/** Whoever can only teach takes back their own judgements and the team's. */
export function refuseTakingBackOfOthers(stored: readonly Element[], caller: Judging): void {
  const [other] = hasScope(caller, 'write') ? [] : judgementsOfOthers(stored, caller)
  if (!other) return
  throw personForbidden(
    `the element ${JSON.stringify(other.id)} is the judgement of another person; the scope write is needed`,
  )
}

export function isAdministrator(caller: Judging): boolean {
  return hasScope(caller, 'admin')
}

export function personForbidden(detail: string): Fault {
  return new Fault('person_forbidden', detail)
}

function hasScope({ scopes }: Judging, scope: 'write' | 'admin'): boolean {
  return scopes === null || scopes.includes(scope)
}
