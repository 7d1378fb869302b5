import type { Profile } from '@palate/client'
import { palate } from '../../../api/palate.ts'
import { noticeError } from '../../../api/queries.ts'
import { describeError } from '../../../ui/errors/describe-error.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { type Label, useLabels } from '../lightbox/use-labels.ts'
import { dimensionMember } from '../teach/pairs.ts'
import type { ScoreItem } from './score-items.ts'

/** Labels of the profile, shown and given in the gallery. Choosing the same label again removes it. */
export function useTeaching(
  profile: Profile,
  dimension: string,
  onKept: (key: string, item: Partial<ScoreItem>) => void,
) {
  const labels = useLabels(profile)
  const labelled = ({ key, name, frameId, url }: ScoreItem) => ({
    key,
    name,
    about: { frameId, ...(url !== undefined && { url }), ...dimensionMember(dimension) },
  })
  const teach = async (item: ScoreItem, label: Label) => {
    if (labels.labelOf(labelled(item)) === label) return labels.remove(labelled(item))
    try {
      const url = item.url ?? (await keep(item, profile.projectId))
      if (item.url === undefined) onKept(item.key, { url })
      labels.judge(labelled({ ...item, url }), label)
    } catch (error) {
      noticeError(error)
      showToast(`${item.name} was not labelled. ${describeError(error)}`)
    }
  }
  return { labels, labelled, taught: (item: ScoreItem) => labels.labelOf(labelled(item)), teach }
}

/** A label needs a picture that the service stores. */
async function keep({ file, name }: ScoreItem, projectId: string): Promise<string> {
  const { url } = await palate.frames.upload(file ?? new Blob(), { projectId, name })
  return url
}
