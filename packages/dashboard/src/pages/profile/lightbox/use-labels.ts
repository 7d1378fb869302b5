import type { Exemplar, Profile } from '@palate/client'
import { useEffect, useMemo, useState } from 'react'
import { isBy } from '../../../api/own-judgements.ts'
import { useProfilePictures } from '../../../api/profiles.ts'
import { useRecentFrames } from '../../../api/project-frames.ts'
import { useMay, usePerson } from '../../../api/session.ts'
import { type Addition, addition, removal, restoration } from '../../../judgements/judgement.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { addUndoStep } from '../../../state/undo-steps.ts'
import { counted } from '../../../ui/format.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { subjectsOf } from '../subjects.ts'
import type { LightboxItem } from './lightbox-items.ts'

export type Label = 'good' | 'bad'

/** Labels sent in one request. */
const labelsAtOnce = 100

/** Chosen here and perhaps not stored yet; without a label if it was removed. */
interface Chosen {
  readonly label?: Label
  readonly judgement?: Addition
}

export interface LabelledGroup {
  readonly items: readonly Labelled[]
  readonly label: Label
}

export type Labelled = Pick<LightboxItem, 'key' | 'name' | 'about'>
export type Labels = ReturnType<typeof useLabels>

/**
 * The labels that the person gave pictures, and the functions that change them. What others said about a picture is not
 * shown where it is judged.
 */
export function useLabels(profile: Profile) {
  const { queue } = useJudgements(profile.id)
  const person = usePerson()
  const pictures = useProfilePictures(profile.id, useMay('read', 'teach', 'write'))
  const recent = useRecentFrames(profile.projectId)
  const subjects = useMemo(
    () => subjectsOf(profile, pictures.data?.pictures ?? [], recent.data ?? []),
    [profile, pictures.data, recent.data],
  )
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  // The service has the labels now.
  useEffect(() => {
    if (queue.state().waiting.length === 0) setChosen(new Map())
  }, [profile, queue])
  const choose = (choices: ReadonlyArray<readonly [key: string, Chosen]>) =>
    setChosen((old) => new Map([...old, ...choices]))

  /** The stored labels of a picture. One that stands for an element has at most that label. */
  const storedFor = (about: Exemplar) => {
    const shown = subjects.labelsOf(about).filter(({ id }) => id != null && id === about.id)
    return shown.length > 0 ? shown : subjects.labelsOf(asOwn(about))
  }
  const asOwn = ({ by: _, ...about }: Exemplar): Exemplar => (person ? { ...about, by: person.id } : about)
  const labelOf = ({ key, about }: Labelled): Label | undefined =>
    chosen.has(key) ? chosen.get(key)?.label : (storedFor(about).at(-1)?.label ?? undefined)

  /** What these pictures go back to: also a label that the service has. */
  const chosenNow = (items: readonly Labelled[]) =>
    items.map((item) => {
      const label = labelOf(item)
      return [item.key, chosen.get(item.key) ?? { ...(label && { label }) }] as const
    })

  /** One judgement for many, without ids, so that each replaces the person's own label of its picture at no cost. */
  const send = (items: readonly Labelled[], label: Label): readonly Addition[] => {
    const judgements: Addition[] = []
    for (let start = 0; start < items.length; start += labelsAtOnce) {
      const slice = items.slice(start, start + labelsAtOnce)
      const exemplars = slice.map(({ about: { id: _, by: __, ...about } }) => ({ ...about, label }))
      const judgement = addition({ exemplars })
      judgements.push(judgement)
      queue.add(judgement)
      choose(slice.map(({ key }) => [key, { label, judgement }]))
    }
    return judgements
  }

  const judgeAll = (items: readonly Labelled[], label: Label) => judgeEach([{ items, label }])

  /** Good and bad ones in one step. Says what was done if it concerns more than the picture that is looked at. */
  const judgeEach = (groups: readonly LabelledGroup[], whole?: string) => {
    const changes = groups.flatMap(({ items, label }) => {
      const changed = items.filter((item) => labelOf(item) !== label)
      return changed.length === 0 ? [] : [{ items: changed, label }]
    })
    if (changes.length === 0) return
    const before = chosenNow(changes.flatMap(({ items }) => items))
    const judgements = changes.flatMap(({ items, label }) => send(items, label))
    const text = whole ?? changes.map(({ items, label }) => describeLabelled(items, label)).join('. ')
    const undo = addUndoStep(profile.id, text, () => {
      for (const judgement of judgements.toReversed()) queue.takeBack(judgement)
      choose(before)
    })
    if (before.length > 1) showToast(`${text}.`, { label: 'Undo', run: undo })
  }

  const removeAll = (items: readonly Labelled[]) => {
    const labelled = items.filter((item) => labelOf(item) !== undefined)
    if (labelled.length === 0) return
    const before = chosenNow(labelled)
    const ids = labelled.flatMap(({ about }) => storedFor(about).map(({ id }) => id ?? ''))
    const unstored = labelled.filter(({ key, about }) => chosen.get(key)?.judgement && storedFor(about).length === 0)
    const again = takeBack(unstored)
    if (ids.length > 0) queue.add(removal(ids))
    choose(labelled.map(({ key }) => [key, {}]))
    const text = labelled.length === 1 ? 'Removed the label of' : 'Removed the labels of'
    const undo = addUndoStep(profile.id, `${text} ${describeItems(labelled)}`, () => {
      for (const annotations of again) queue.add(addition(annotations))
      if (ids.length > 0) queue.add(restoration(profile, 'exemplars', ids))
      choose(before)
    })
    showToast(`${text} ${describeItems(labelled)}.`, { label: 'Undo', run: undo })
  }

  /** Takes labels back whose ids are not known yet, and sends the others of the same judgement again. */
  const takeBack = (items: readonly Labelled[]): readonly Addition['annotations'][] => {
    const byJudgement = Map.groupBy(items, ({ key }) => chosen.get(key)?.judgement)
    return [...byJudgement].flatMap(([judgement, taken]) => {
      if (!judgement) return []
      queue.takeBack(judgement)
      const isTaken = (exemplar: Exemplar) => taken.some(({ about }) => isSame(about, exemplar))
      const exemplars = judgement.annotations.exemplars ?? []
      const others = exemplars.filter((exemplar) => !isTaken(exemplar))
      if (others.length > 0) {
        const kept = addition({ exemplars: others })
        queue.add(kept)
        choose(
          [...chosen].flatMap(([key, one]) =>
            one.judgement === judgement ? [[key, { ...one, judgement: kept }] as const] : [],
          ),
        )
      }
      return [{ exemplars: exemplars.filter(isTaken) }]
    })
  }

  return {
    labelOf,
    storedFor,
    comparisonsOf: (about: Exemplar) => subjects.comparisonsOf(about).filter((one) => isBy(one, person?.id)),
    isWaiting: (key: string) => chosen.has(key),
    judge(item: Labelled, label: Label): void {
      judgeAll([item], label)
    },
    judgeAll,
    judgeEach,
    remove(item: Labelled): void {
      removeAll([item])
    },
    removeAll,
  }
}

function isSame(one: Exemplar, other: Exemplar): boolean {
  return one.url === other.url && one.frameId === other.frameId && one.dimension === other.dimension
}

function describeLabelled(items: readonly Labelled[], label: Label): string {
  return `Labelled ${describeItems(items)} ${label === 'good' ? 'good' : 'not good'}`
}

function describeItems(items: readonly Labelled[]): string {
  const [first] = items
  return items.length === 1 && first ? first.name : counted(items.length, 'picture')
}
