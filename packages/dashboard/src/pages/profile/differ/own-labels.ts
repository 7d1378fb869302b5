import type { Exemplar, Profile, ProfilePicture } from '@palate/client'
import { isBy } from '../../../api/own-judgements.ts'
import { elementsNow } from '../uncommitted.ts'

export interface OwnLabel {
  readonly label: 'good' | 'bad'
  /** Undefined until the service has read the picture. */
  readonly contentHash: string | undefined
}

/** The labels that a person gave in a dimension, by the address of the picture. */
export function ownLabels(
  profile: Pick<Profile, 'effectiveSnapshot' | 'profileData'>,
  pictures: readonly ProfilePicture[],
  personId: string | undefined,
  dimension: string,
): ReadonlyMap<string, OwnLabel> {
  const hashes = new Map(pictures.map(({ elementId, contentHash }) => [elementId, contentHash]))
  return new Map(
    elementsNow(profile, 'exemplars')
      .filter((exemplar) => isBy(exemplar, personId) && (exemplar.dimension ?? 'aesthetics') === dimension)
      .flatMap(({ id, url, label }: Exemplar) => {
        if (url == null || label == null) return []
        return [[url, { label, contentHash: hashes.get(id ?? '') ?? undefined }] as const]
      }),
  )
}
