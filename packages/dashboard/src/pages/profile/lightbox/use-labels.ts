import type { Exemplar, Profile } from '@palate/client'
import { useEffect, useMemo, useState } from 'react'
import { isBy } from '../../../api/own-judgements.ts'
import { useProfilePictures } from '../../../api/profiles.ts'
import { useRecentFrames } from '../../../api/project-frames.ts'
import { useMay, usePerson } from '../../../api/session.ts'
import { type Addition, addition, removal, restoration } from '../../../judgements/judgement.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
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

type Labelled = Pick<LightboxItem, 'key' | 'name' | 'about'>
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
  const choose = (key: string, one: Chosen) => setChosen((old) => new Map([...old, [key, one]]))

  /** The stored labels of a picture. One that stands for an element has at most that label. */
  const storedFor = (about: Exemplar) => {
    const shown = subjects.labelsOf(about).filter(({ id }) => id != null && id === about.id)
    return shown.length > 0 ? shown : subjects.labelsOf(asOwn(about))
  }
  const asOwn = ({ by: _, ...about }: Exemplar): Exemplar => (person ? { ...about, by: person.id } : about)
  const labelOf = ({ key, about }: Labelled): Label | undefined =>
    chosen.has(key) ? chosen.get(key)?.label : (storedFor(about).at(-1)?.label ?? undefined)

  return {
    labelOf,
    storedFor,
    comparisonsOf: (about: Exemplar) => subjects.comparisonsOf(about).filter((one) => isBy(one, person?.id)),
    isWaiting: (key: string) => chosen.has(key),
    /** Without an id, so that it replaces the person's own label of the same picture at no cost. */
    judge({ key, about: { id: _, by: __, ...about } }: Labelled, label: Label) {
      const judgement = addition({ exemplars: [{ ...about, label }] })
      queue.add(judgement)
      choose(key, { label, judgement })
    },
    /** One judgement for all, so that undoing and sending treat them alike. */
    judgeAll(items: readonly Labelled[], label: Label) {
      for (let start = 0; start < items.length; start += labelsAtOnce) {
        const slice = items.slice(start, start + labelsAtOnce)
        const judgement = addition({
          exemplars: slice.map(({ about: { id: _, by: __, ...about } }) => ({ ...about, label })),
        })
        queue.add(judgement)
        for (const { key } of slice) choose(key, { label, judgement })
      }
    },
    remove({ key, name, about }: Labelled) {
      const { judgement } = chosen.get(key) ?? {}
      const stored = storedFor(about)
      choose(key, {})
      // Its id is not known yet.
      if (judgement && stored.length === 0) return queue.takeBack(judgement)
      const ids = stored.map(({ id }) => id ?? '')
      queue.add(removal(ids))
      const undo = restoration(profile, 'exemplars', ids)
      showToast(`Removed the label of ${name}.`, { label: 'Undo', run: () => queue.add(undo) })
    },
  }
}
