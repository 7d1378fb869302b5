import type { Profile } from '@palate/client'
import { comparedIdOf } from '@palate/core/frames/references.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { palate } from '../../../../api/palate.ts'
import { useShownFrames } from '../../../../api/project-frames.ts'
import { type Addition, addition } from '../../../../judgements/judgement.ts'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { addUndoStep } from '../../../../state/undo-steps.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { useSearchParam } from '../../../../ui/hooks/use-search-param.ts'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { EmptyState, ErrorNote } from '../../../../ui/states.tsx'
import { labelOf } from '../pairs.ts'
import styles from './check.module.css'

interface Props {
  readonly profile: Profile
  readonly dimension: string
}

/** A picture that a gate has judged, beside what it replaces. A person says whether it is fine, which labels it. */
export function CheckPage({ profile, dimension }: Props) {
  const { queue } = useJudgements(profile.id)
  const [picture] = useSearchParam('picture')
  const [before] = useSearchParam('before')
  const [name] = useSearchParam('name')
  const [judged, setJudged] = useState<Addition>()
  const judge = useMutation({
    mutationFn: async (label: 'good' | 'bad') => {
      const url = await addressOf(picture, name, profile.projectId)
      const exemplar = labelOf({ id: comparedIdOf(url), url }, label, dimension)
      const judgement = addition({ exemplars: [exemplar] })
      queue.add(judgement)
      setJudged(judgement)
      addUndoStep(profile.id, 'Judged a picture', () => {
        queue.takeBack(judgement)
        setJudged(undefined)
      })
    },
  })
  if (picture === '') {
    return <EmptyState title="This link is incomplete">It must name a picture.</EmptyState>
  }
  if (judged) {
    const takeBack = () => {
      queue.takeBack(judged)
      setJudged(undefined)
    }
    return (
      <EmptyState
        title="Thank you"
        action={
          <>
            <Button onPress={takeBack}>Undo</Button>{' '}
            <ButtonLink to={`/profiles/${profile.id}/history/uncommitted`}>Commit it</ButtonLink>
          </>
        }
      >
        Your answer teaches the profile. Builds that are pinned to a version see it once it is committed.
      </EmptyState>
    )
  }
  return (
    <div className={styles.check}>
      <h2 className={styles.name}>{name || 'Is this picture fine?'}</h2>
      <div className={styles.pair}>
        {before === '' ? null : <Shown caption="Before" picture={before} projectId={profile.projectId} />}
        <Shown caption={before === '' ? '' : 'Now'} picture={picture} projectId={profile.projectId} />
      </div>
      <ErrorNote error={judge.error} />
      <div className={styles.answers}>
        <Button look="primary" isPending={judge.isPending} onPress={() => judge.mutate('good')}>
          This is fine
        </Button>
        <Button look="danger" isPending={judge.isPending} onPress={() => judge.mutate('bad')}>
          This is wrong
        </Button>
      </div>
    </div>
  )
}

interface ShownProps {
  readonly caption: string
  readonly picture: string
  readonly projectId: string
}

function Shown({ caption, picture, projectId }: ShownProps) {
  if (!isHash(picture)) return <ShownFrame caption={caption} picture={picture} projectId={projectId} />
  return <Figure caption={caption} src={`${thumbnails}${picture}?size=large`} />
}

/** What the service keeps of a picture at an address: the page asks no other host. */
function ShownFrame({ caption, picture, projectId }: ShownProps) {
  const { shown } = useShownFrames(projectId)
  return <Figure caption={caption} src={shown({ id: picture, url: picture }).whole} />
}

function Figure({ caption, src }: { readonly caption: string; readonly src: string | null }) {
  return (
    <figure className={styles.shown}>
      <div className={styles.picture}>
        <Picture src={src} alt={caption || 'The picture'} fit="contain" side={512} isEager />
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

const thumbnails = '/v1/thumbnails/'

/** A picture that was sent with a request is known by the hash of its bytes. */
function isHash(picture: string): boolean {
  return /^[0-9a-f]{64}$/.test(picture)
}

/** A label needs an address: what the service has of a sent picture is stored in the library. */
async function addressOf(picture: string, name: string, projectId: string): Promise<string> {
  if (!isHash(picture)) return picture
  const bytes = await palate.frames.thumbnailAt(`${thumbnails}${picture}`, { size: 'large' })
  const frame = await palate.frames.upload(bytes, { projectId, ...(name !== '' && { name }) })
  return frame.url
}
