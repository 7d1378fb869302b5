import type { Profile } from '@palate/client'
import { noticeError } from '../../../api/queries.ts'
import { describeError } from '../../../ui/errors/describe-error.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { type Label, useLabels } from '../lightbox/use-labels.ts'
import { dimensionMember } from '../teach/pairs.ts'
import type { ScoreItem } from './score-items.ts'
import { storeItem } from './stored-items.ts'

/** Labels of the profile, shown and given in the gallery. Choosing the same label again removes it. */
export function useTeaching(
  profile: Profile,
  dimension: string,
  onStored: (key: string, item: Partial<ScoreItem>) => void,
) {
  const labels = useLabels(profile)
  const labelled = ({ key, name, frameId, url }: ScoreItem) => ({
    key,
    name,
    about: { frameId, ...(url !== undefined && { url }), ...dimensionMember(dimension) },
  })
  /** A label needs a picture that the service stores. */
  const stored = async (item: ScoreItem): Promise<readonly ScoreItem[]> => {
    if (item.url !== undefined) return [item]
    try {
      const url = await storeItem(item, profile.projectId)
      onStored(item.key, { url })
      return [{ ...item, url }]
    } catch (error) {
      noticeError(error)
      showToast(`${item.name} was not labelled. ${describeError(error)}`)
      return []
    }
  }
  const teachAll = async (items: readonly ScoreItem[], label: Label) => {
    const kept: ScoreItem[] = []
    for (const item of items) kept.push(...(await stored(item)))
    labels.judgeAll(kept.map(labelled), label)
  }
  const removeAll = (items: readonly ScoreItem[]) => labels.removeAll(items.map(labelled))
  const taught = (item: ScoreItem) => labels.labelOf(labelled(item))
  const teach = async (item: ScoreItem, label: Label) =>
    taught(item) === label ? removeAll([item]) : teachAll([item], label)
  return { labels, labelled, taught, teach, teachAll, removeAll }
}
