import type { ListedVersion, Profile } from '@palate/client'
import { useInView } from '../../../../ui/hooks/use-in-view.ts'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { useElementPictures } from '../../diff/use-element-pictures.ts'
import styles from '../history.module.css'
import { useDiff } from '../use-diff.ts'

const shownMax = 4

interface Props {
  readonly profile: Profile
  readonly version: ListedVersion
}

/** A few of the pictures that a version added or changed, read once the row is in view. */
export function VersionThumbnails({ profile, version }: Props) {
  const [ref, isSeen] = useInView<HTMLDivElement>()
  return (
    <div ref={ref} className={styles.thumbs} aria-hidden="true">
      {isSeen ? <Thumbnails profile={profile} version={version} /> : null}
    </div>
  )
}

function Thumbnails({ profile, version }: Props) {
  const diff = useDiff(profile.id, version.parentVersionId, version.id)
  const pictures = useElementPictures(profile, { include_working: true })
  const { added = [], changed = [] } = diff.data?.exemplars ?? {}
  const exemplars = [...added, ...changed.map(({ to }) => to)]
  const shown = exemplars.flatMap((exemplar) => pictures.ofExemplar(exemplar) ?? []).slice(0, shownMax)
  return shown.map((src, i) => (
    <div key={`${i} ${src}`} className={styles.thumb}>
      <Picture src={src} alt="" />
    </div>
  ))
}
