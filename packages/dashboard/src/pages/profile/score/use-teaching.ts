import type { Profile } from '@palate/client'
import { useCallback, useEffect, useState } from 'react'
import { palate } from '../../../api/palate.ts'
import { noticeError } from '../../../api/queries.ts'
import { type Addition, addition, removal } from '../../../judgements/judgement.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { describeError } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { labelOf } from '../teach/pairs.ts'
import { elementsNow } from '../uncommitted.ts'
import type { ScoreItem } from './score-items.ts'

export type Label = 'good' | 'bad'

/** Chosen here and perhaps not stored yet; without a label if it was removed. */
interface Chosen {
  readonly label?: Label
  readonly judgement?: Addition
}

/** Labels of the profile, shown and given in the gallery. Choosing the same label again removes it. */
export function useTeaching(
  profile: Profile,
  dimension: string,
  onKept: (key: string, item: Partial<ScoreItem>) => void,
) {
  const { queue } = useJudgements(profile.id)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  // The service has the labels now.
  useEffect(() => {
    if (queue.state().waiting.length === 0) setChosen(new Map())
  }, [profile, queue])

  const choose = useCallback(
    (item: ScoreItem, one: Chosen) => setChosen((old) => new Map([...old, [item.key, one]])),
    [],
  )
  const taught = (item: ScoreItem): Label | undefined =>
    chosen.has(item.key) ? chosen.get(item.key)?.label : storedFor(profile, dimension, item).at(-1)?.label

  const teach = async (item: ScoreItem, label: Label) => {
    if (taught(item) === label) {
      const { judgement } = chosen.get(item.key) ?? {}
      if (judgement) queue.takeBack(judgement)
      else queue.add(removal(storedFor(profile, dimension, item).map(({ id }) => id)))
      choose(item, {})
      return
    }
    try {
      const url = item.url ?? (await keep(item, profile.projectId))
      if (item.url === undefined) onKept(item.key, { url })
      const judgement = addition({ exemplars: [labelOf({ id: item.frameId, url }, label, dimension)] })
      queue.add(judgement)
      choose(item, { label, judgement })
    } catch (error) {
      noticeError(error)
      showToast(`${item.name} was not labelled. ${describeError(error)}`)
    }
  }
  return { taught, teach }
}

function storedFor(profile: Profile, dimension: string, { url, frameId }: ScoreItem) {
  return elementsNow(profile, 'exemplars').flatMap(({ id, label, ...one }) => {
    const isSame = url === undefined ? one.frameId === frameId : one.url === url
    if (id == null || label == null || (one.dimension ?? 'aesthetics') !== dimension || !isSame) return []
    return [{ id, label }]
  })
}

/** A label needs a picture that the service stores. */
async function keep({ file, name }: ScoreItem, projectId: string): Promise<string> {
  const { url } = await palate.frames.upload(file ?? new Blob(), { projectId, name })
  return url
}
