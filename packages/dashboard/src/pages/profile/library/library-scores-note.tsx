import type { Profile } from '@palate/client'
import { Link } from 'wouter'
import type { ScoredLibrary } from '../../../api/library-scores.ts'
import { useMay } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { historyLinks } from '../history/history-links.ts'
import { messageOf } from '../history/versions/version-row.tsx'

/** Which version the scores are of, and how many are still to come. */
export function LibraryScoresNote({
  profile,
  scored: { versionId, left, error, retry },
}: {
  readonly profile: Profile
  readonly scored: ScoredLibrary
}) {
  const mayPreview = useMay('score', 'write')
  if (!mayPreview) return null
  const { branches, currentBranchId, versions } = profile.profileData
  const branch = branches.find(({ id }) => id === currentBranchId)?.name ?? currentBranchId
  const version = versions.find(({ id }) => id === versionId)
  return (
    <>
      {' · '}
      {version ? (
        <>
          scores of <Link href={historyLinks(profile.id).version(version.id)}>{messageOf(version)}</Link> on {branch}
        </>
      ) : (
        'scores before the first version'
      )}
      {left > 0 && !error ? `, ${left.toLocaleString('en')} to come` : null}
      {error ? (
        <>
          {`, ${left.toLocaleString('en')} missing `}
          <Button look="quiet" onPress={retry}>
            Try again
          </Button>
        </>
      ) : null}
    </>
  )
}
