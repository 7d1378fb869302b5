import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDimensions } from '../../../api/dimensions.ts'
import { type ScorableFrame, type StateOf, scoresOf, useFramesToRank } from '../../../api/frame-scores.ts'
import { profileKey } from '../../../api/profile.ts'
import { useMay } from '../../../api/session.ts'
import { SelectField } from '../../../ui/fields.tsx'
import { Card } from '../../../ui/page.tsx'
import type { ComparedFrame } from '../../../ui/ranking.ts'
import { Reranking } from '../../../ui/reranking.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'

interface Props {
  readonly profile: { readonly id: string; readonly projectId: string }
  readonly title: string
  /** What one should know about it. */
  readonly note?: string | undefined
  /** How things are. */
  readonly before: StateOf
  /** How they would be. */
  readonly after: StateOf
  readonly beforeLabel: string
  readonly afterLabel: string
}

/** What a change would do: recent frames of the project, ranked in two states of the profile. */
export function StatePreview({ title, note, ...props }: Props) {
  const mayScore = useMay('score')
  const [dimension, setDimension] = useState('aesthetics')
  const learned = useDimensions(props.profile.id).filter(({ kind }) => kind === 'learned')
  if (!mayScore) return null
  const choice = (
    <SelectField
      label="Ranked by"
      isLabelHidden
      value={dimension}
      options={(learned.length === 0 ? [{ name: dimension }] : learned).map(({ name }) => ({
        value: name,
        label: name,
      }))}
      onChange={setDimension}
    />
  )
  return (
    <Card title={title} actions={choice}>
      {note === undefined ? null : <p>{note}</p>}
      <Preview key={dimension} {...props} dimension={dimension} />
    </Card>
  )
}

function Preview({
  profile,
  before,
  after,
  beforeLabel,
  afterLabel,
  dimension,
}: Omit<Props, 'title' | 'note'> & { readonly dimension: string }) {
  const frames = useFramesToRank(profile)
  const compared = useQuery({
    queryKey: [...profileKey(profile.id), 'preview', before, after, dimension, frames.data],
    queryFn: ({ signal }) => compare(profile.id, before, after, dimension, frames.data ?? [], signal),
    enabled: frames.data !== undefined && frames.data.length > 0,
  })
  if (frames.isError) return <ErrorState error={frames.error} onRetry={() => void frames.refetch()} />
  if (frames.data?.length === 0) {
    return (
      <EmptyState title="No frames to rank yet">
        Score some pictures in this project, or upload some: twelve of them are ranked here.
      </EmptyState>
    )
  }
  if (compared.isError) return <ErrorState error={compared.error} onRetry={() => void compared.refetch()} />
  if (compared.data === undefined) return <Loading label="Ranking recent frames" />
  return <Reranking frames={compared.data} label="Recent frames" beforeLabel={beforeLabel} afterLabel={afterLabel} />
}

/** The present state comes last: the service remembers the latest scores of a frame. */
async function compare(
  profileId: string,
  before: StateOf,
  after: StateOf,
  dimension: string,
  frames: readonly ScorableFrame[],
  signal: AbortSignal,
): Promise<readonly ComparedFrame[]> {
  const later = await scoresOf(profileId, after, dimension, frames, signal)
  const earlier = await scoresOf(profileId, before, dimension, frames, signal)
  return frames.map(({ id, src, name }) => ({
    id,
    src,
    alt: name,
    before: earlier.get(id) ?? null,
    after: later.get(id) ?? null,
  }))
}
