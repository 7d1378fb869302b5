import type { Profile } from '@palate/client'
import { useCallback, useState } from 'react'
import { palate } from '../../../api/palate.ts'
import { noticeError } from '../../../api/queries.ts'
import { addition, newId } from '../../../judgements/judgement.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { describeError } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { labelOf } from '../teach/pairs.ts'
import type { ScoreItem } from './score-items.ts'

export interface Taught {
  readonly label: 'good' | 'bad'
  readonly elementId: string
}

/** Labels from the gallery. Choosing the same label again removes it; the other one replaces it. */
export function useTeaching(
  profile: Profile,
  dimension: string,
  onKept: (key: string, item: Partial<ScoreItem>) => void,
) {
  const { queue } = useJudgements(profile.id)
  const [taught, setTaught] = useState<ReadonlyMap<string, Taught>>(new Map())

  const teach = useCallback(
    async (item: ScoreItem, label: 'good' | 'bad') => {
      const before = taught.get(item.key)
      if (before) queue.takeBack([before.elementId])
      if (before?.label === label) {
        setTaught((old) => new Map([...old].filter(([key]) => key !== item.key)))
        return
      }
      try {
        const url = item.url ?? (await keep(item, profile.projectId))
        if (item.url === undefined) onKept(item.key, { url })
        const elementId = newId('lbl')
        queue.add(addition({ exemplars: [labelOf({ id: item.frameId, url }, label, elementId, dimension)] }))
        setTaught((old) => new Map([...old, [item.key, { label, elementId }]]))
      } catch (error) {
        noticeError(error)
        showToast(`${item.name} was not labelled. ${describeError(error)}`)
      }
    },
    [taught, queue, profile.projectId, dimension, onKept],
  )
  return { taught, teach }
}

/** A label needs a picture that the service stores. */
async function keep({ file, name }: ScoreItem, projectId: string): Promise<string> {
  const { url } = await palate.frames.upload(file ?? new Blob(), { projectId, name })
  return url
}
