import type { PreviewRequest, Profile } from '@palate/client'
import { dimensionLabel } from '@palate/core/report/dimension-labels.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useDimensions } from '../../../api/dimensions.ts'
import { palate } from '../../../api/palate.ts'
import { comparedFrame } from '../../../api/previews.ts'
import { profileKey } from '../../../api/profile.ts'
import { useShownFrames } from '../../../api/project-frames.ts'
import { useMay } from '../../../api/session.ts'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { Card } from '../../../ui/layout/page.tsx'
import { describeDecisions } from '../../../ui/pictures/ranking.ts'
import { Reranking } from '../../../ui/pictures/reranking.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { onViewedBranch } from '../history/versions/graph.ts'
import { useOpenPictures } from '../lightbox/lightbox-provider.tsx'
import { dimensionMember } from '../teach/pairs.ts'

interface Props {
  readonly profile: Profile
  readonly title: string
  /** An explanatory note. */
  readonly note?: string | undefined
  /** The current state: a version, a branch, or `working`. */
  readonly before: string
  /** The new state: one of these, or a merge. */
  readonly after: NonNullable<PreviewRequest['to']>
  readonly beforeLabel: string
  readonly afterLabel: string
}

/** Previews a change: recent frames of the project, ranked in two states of the profile. */
export function StatePreview({ title, note, ...props }: Props) {
  const mayPreview = useMay('score', 'write')
  const [dimension, setDimension] = useState('aesthetics')
  const learned = useDimensions(props.profile.id).filter(({ kind }) => kind === 'learned')
  if (!mayPreview) return null
  const choice = (
    <SelectField
      label="Ranked by"
      isLabelHidden
      value={dimension}
      options={(learned.length === 0 ? [{ name: dimension }] : learned).map(({ name }) => ({
        value: name,
        label: dimensionLabel(name),
      }))}
      onChange={setDimension}
    />
  )
  return (
    <Card title={title} actions={choice}>
      {note === undefined ? null : <p>{note}</p>}
      <RankedFrames key={dimension} {...props} dimension={dimension} />
    </Card>
  )
}

/** Keep the old ranking while a changed merge is ranked again, so that the frames animate. */
function RankedFrames({
  profile,
  before,
  after,
  beforeLabel,
  afterLabel,
  dimension,
}: Omit<Props, 'title' | 'note'> & { readonly dimension: string }) {
  const preview = useQuery({
    queryKey: [...profileKey(profile.id), 'preview', before, after, profile.profileData.currentBranchId, dimension],
    queryFn: async ({ signal }) => {
      const to = typeof after === 'string' ? onViewedBranch(profile, after) : after
      const request = { from: onViewedBranch(profile, before), to, dimensions: [dimension], verdict: true }
      const { frames, considered, decidedAnew } = await palate.profiles.preview(profile.id, request, { signal })
      const changed = decidedAnew?.[dimension]
      return {
        frames: frames.map((frame) => comparedFrame(frame, dimension)),
        ...(changed !== undefined && { summary: describeDecisions(changed, considered) }),
      }
    },
    placeholderData: keepPreviousData,
  })
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  if (preview.data === undefined) return <Loading label="Ranking recent pictures" />
  if (preview.data.frames.length === 0) {
    return (
      <EmptyState title="No pictures to rank yet">
        Score or upload pictures in this project. Up to twelve of them are ranked here.
      </EmptyState>
    )
  }
  return (
    <OpenableReranking
      profile={profile}
      dimension={dimension}
      {...preview.data}
      label="Recent pictures"
      beforeLabel={beforeLabel}
      afterLabel={afterLabel}
    />
  )
}

interface OpenableRerankingProps extends Omit<ComponentProps<typeof Reranking>, 'onOpen'> {
  readonly profile: Profile
  readonly dimension: string
}

/** Ranked frames that open large, with their labels in the dimension. */
function OpenableReranking({ profile, dimension, frames, ...props }: OpenableRerankingProps) {
  const open = useOpenPictures()
  const { shown } = useShownFrames(profile.projectId)
  const items = frames.map(({ id, url, src, alt }) => ({
    key: id,
    name: alt,
    whole: shown({ id, url }).whole ?? src,
    about: { frameId: id, ...(url !== null && { url }), ...dimensionMember(dimension) },
  }))
  return <Reranking {...props} frames={frames} onOpen={(key) => open({ items, key })} />
}
