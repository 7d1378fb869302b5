import type { Palate } from '@palate/client'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { annotationsPerRequestMax } from '@palate/core/profile/annotations/annotation-limit.ts'
import { type Action, Journal } from '../../journal.ts'
import { type Held, type List, lists } from './held.ts'

type Annotations = Parameters<Palate['annotations']['add']>[1]

/** Removes judgements: committed ones are marked, so that the next commit leaves them out. */
export async function removeJudgements(
  palate: Palate,
  profileId: string,
  held: readonly Held[],
  words: string,
): Promise<void> {
  const marked = held.filter(({ committed }) => committed)
  await sendElements(
    palate,
    profileId,
    marked.map(({ list, id }) => ({ list, element: { id, removed: true } })),
  )
  for (const { id, committed } of held) if (!committed) await palate.annotations.remove(profileId, id)
  new Journal(profileId).record(words, restoring(held))
}

/** For the journal: the working changes as they were before. */
export function restoring(held: readonly Held[]): Action {
  return {
    kind: 'restore',
    elements: held.map(({ list, id, working }) => ({ list, id, ...(working && { replaced: working }) })),
  }
}

interface Sent {
  readonly list: List
  readonly element: Readonly<Record<string, unknown>>
}

/** Adds any number of elements to the working changes. */
export async function sendElements(palate: Palate, profileId: string, sent: readonly Sent[]): Promise<void> {
  for (const slice of slicesOf(sent, annotationsPerRequestMax)) {
    const byList = lists.map((list) => [list, slice.flatMap((one) => (one.list === list ? [one.element] : []))])
    await palate.annotations.add(profileId, Object.fromEntries(byList) as Annotations)
  }
}
