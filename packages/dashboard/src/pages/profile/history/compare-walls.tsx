import type { Preview, Profile } from '@palate/client'
import { dimensionLabel } from '@palate/core/report/dimension-labels.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useDimensions } from '../../../api/dimensions.ts'
import { useLibrary } from '../../../api/library.ts'
import { palate } from '../../../api/palate.ts'
import { comparedFrame } from '../../../api/previews.ts'
import { profileKey } from '../../../api/profile.ts'
import { useShownFrames } from '../../../api/project-frames.ts'
import { useMay } from '../../../api/session.ts'
import { counted, percent } from '../../../ui/format.ts'
import { SelectField } from '../../../ui/forms/fields.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { Card } from '../../../ui/layout/page.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import type { ComparedFrame } from '../../../ui/pictures/ranking.ts'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { useOpenPictures } from '../lightbox/lightbox-provider.tsx'
import { dimensionMember } from '../teach/pairs.ts'
import styles from './compare-walls.module.css'
import { onViewedBranch } from './versions/graph.ts'

interface Props {
  readonly profile: Profile
  /** Two states: a version, a branch or `working`. */
  readonly from: string
  readonly to: string
  readonly labels: readonly [from: string, to: string]
}

/** The most that a preview scores at once. */
const framesMax = 100

const sides = ['before', 'after'] as const
type Side = (typeof sides)[number]
type Shown = 'all' | 'before' | 'after'

/** The same pictures as two walls, each in the order of one state, and which pictures only one of them passes. */
export function CompareWalls({ profile, from, to, labels }: Props) {
  const mayPreview = useMay('score', 'write')
  const [dimension, setDimension] = useState('aesthetics')
  const learned = useDimensions(profile.id).filter(({ kind }) => kind === 'learned')
  const library = useLibrary(profile.projectId)
  const newest = library.data?.slice(0, framesMax).map(({ id, url }) => ({ id, url })) ?? []
  const named = [onViewedBranch(profile, from), onViewedBranch(profile, to)] as const
  const compared = useQuery({
    queryKey: [...profileKey(profile.id), 'walls', ...named, dimension, newest.length],
    queryFn: ({ signal }) => {
      const request = { from: named[0], to: named[1], dimensions: [dimension], verdict: true }
      // Without a library the service chooses among the pictures that were scored.
      const frames = newest.length > 0 && { frames: newest }
      return palate.profiles.preview(profile.id, { ...request, ...frames }, { signal })
    },
    enabled: mayPreview && !library.isLoading,
  })
  if (!mayPreview) return null
  const options = (learned.length === 0 ? [{ name: dimension }] : learned).map(({ name }) => ({
    value: name,
    label: dimensionLabel(name),
  }))
  return (
    <Card
      title="Rankings"
      actions={
        <SelectField label="Ranked by" isLabelHidden value={dimension} options={options} onChange={setDimension} />
      }
    >
      {compared.isError ? <ErrorState error={compared.error} onRetry={() => void compared.refetch()} /> : null}
      {compared.isPending ? <Loading label="Ranking the pictures twice" /> : null}
      {compared.data ? (
        <Walls profile={profile} labels={labels} dimension={dimension} frames={compared.data.frames} />
      ) : null}
    </Card>
  )
}

interface WallsProps extends Pick<Props, 'profile' | 'labels'> {
  readonly dimension: string
  readonly frames: Preview['frames']
}

function Walls({ profile, labels, dimension, frames: previewed }: WallsProps) {
  const [shown, setShown] = useState<Shown>('all')
  const [linked, setLinked] = useState<string>()
  const open = useOpenPictures()
  const pictures = useShownFrames(profile.projectId)
  const all = previewed.map((frame) => comparedFrame(frame, dimension))
  if (all.length === 0) {
    return <EmptyState title="No pictures to rank yet">Score or upload pictures in this project.</EmptyState>
  }
  const only = {
    before: all.filter((frame) => passesOnly(frame, 'before')),
    after: all.filter((frame) => passesOnly(frame, 'after')),
  }
  const frames = shown === 'all' ? all : only[shown]
  const items = frames.map(({ id, url, src, alt }) => ({
    ...{ key: id, name: alt, whole: pictures.shown({ id, url }).whole ?? src },
    about: { frameId: id, ...(url !== null && { url }), ...dimensionMember(dimension) },
  }))
  return (
    <>
      <Segmented
        label="Pictures shown"
        value={shown}
        options={[
          { value: 'all', label: `All ${all.length}` },
          { value: 'before', label: `Only ${labels[0]} passes: ${only.before.length}` },
          { value: 'after', label: `Only ${labels[1]} passes: ${only.after.length}` },
        ]}
        onChange={setShown}
      />
      {frames.length === 0 ? (
        <p>{`No picture passes on ${shown === 'before' ? labels[0] : labels[1]} alone.`}</p>
      ) : null}
      <div className={styles.walls}>
        {sides.map((side, i) => (
          <section key={side} aria-label={labels[i]}>
            <h3 className={styles.title}>{labels[i]}</h3>
            <p
              className={styles.soft}
            >{`${counted(all.filter((frame) => passes(frame, side)).length, 'picture')} of ${all.length} pass`}</p>
            <ol className={styles.wall} aria-label={`Ranked by ${labels[i]}`}>
              {inOrder(frames, side).map((frame) => (
                <li key={frame.id}>
                  <AriaButton
                    className={styles.picture ?? ''}
                    data-linked={linked === frame.id || undefined}
                    data-passes={passes(frame, side) || undefined}
                    aria-label={`${frame.alt}: ${scoreIn(frame, side)}${passes(frame, side) ? ', passes' : ''}`}
                    onHoverStart={() => setLinked(frame.id)}
                    onHoverEnd={() => setLinked(undefined)}
                    onFocus={() => setLinked(frame.id)}
                    onBlur={() => setLinked(undefined)}
                    onPress={() => open({ items, key: frame.id })}
                  >
                    <Picture src={frame.src} alt="" fit="cover" side={120} />
                    <span className={styles.score}>{scoreIn(frame, side)}</span>
                  </AriaButton>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </>
  )
}

function scoreIn(frame: ComparedFrame, side: Side): string {
  const score = frame[side]
  return score === null ? 'no score' : percent(score)
}

function passes({ verdict }: ComparedFrame, side: Side): boolean {
  return (side === 'before' ? verdict?.from : verdict?.to) === 'pass'
}

function passesOnly(frame: ComparedFrame, side: Side): boolean {
  return passes(frame, side) && !passes(frame, side === 'before' ? 'after' : 'before')
}

function inOrder(frames: readonly ComparedFrame[], side: Side): readonly ComparedFrame[] {
  return frames.toSorted((one, other) => (other[side] ?? -1) - (one[side] ?? -1))
}
