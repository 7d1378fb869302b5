import type { Profile } from '@palate/client'
import { describeReasons, type Reason } from '@palate/core/report/reasons.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { Button } from '../../../../ui/button.tsx'
import { percent } from '../../../../ui/format.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { ErrorNote, Loading } from '../../../../ui/states.tsx'
import { ActionButton } from '../../teach/action-button.tsx'
import { dataUrlOf } from '../data-url.ts'
import type { ScoreItem } from '../score-items.ts'
import { type StateName, stateLabel, targetOf } from '../score-states.ts'
import { useStateOptions } from '../score-toolbar.tsx'
import { RegionsOverlay, RegionsSwitch, useRegions } from './regions.tsx'
import { SplitNote } from './split-note.tsx'
import { VerdictNote } from './verdict-note.tsx'
import styles from './why.module.css'

interface Props {
  readonly profile: Profile
  readonly item: ScoreItem
  readonly src: string | null
  readonly dimension: string
  readonly threshold: number | undefined
  readonly states: readonly StateName[]
  readonly taught: 'good' | 'bad' | undefined
  readonly onTeach?: (label: 'good' | 'bad') => void
  /** Puts the picture aside. */
  readonly onTray?: () => void
  readonly onClose: () => void
  /** Shows the picture large. */
  readonly onOpen: () => void
}

/** Why a picture has its score: the verdict, what raised and lowered the score, and the judged pictures it resembles. */
export function WhyPanel(props: Props) {
  const { profile, item, src, dimension, threshold, states, taught, onTeach, onTray, onClose, onOpen } = props
  const options = useStateOptions(profile)
  const [isShowingRegions, showRegions] = useState(false)
  const [ratio, setRatio] = useState(item.ratio)
  const [state = ''] = states
  const regions = useRegions({ profileId: profile.id, item, dimension, state }, isShowingRegions)
  return (
    <aside className={styles.panel} aria-label={`Why: ${item.name}`}>
      <header className={styles.head}>
        <h2 className={styles.name}>{item.name}</h2>
        <Button look="quiet" aria-label="Close" onPress={onClose}>
          <Icon name="close" />
        </Button>
      </header>
      <AriaButton className={styles.picture ?? ''} aria-label={`Show ${item.name} large`} onPress={onOpen}>
        <Picture
          src={src}
          alt=""
          fit="contain"
          side={512}
          isEager
          onShown={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
        />
        {isShowingRegions && regions.data && ratio !== undefined ? (
          <RegionsOverlay regions={regions.data} ratio={ratio} />
        ) : null}
      </AriaButton>
      {onTeach || onTray ? (
        <div className={styles.labels}>
          {onTeach ? (
            <>
              <ActionButton
                action="good"
                label={taught === 'good' ? 'Good ✓' : 'Good'}
                onPress={() => onTeach('good')}
              />
              <ActionButton action="bad" label={taught === 'bad' ? 'Bad ✓' : 'Bad'} onPress={() => onTeach('bad')} />
            </>
          ) : null}
          {onTray ? <Button onPress={onTray}>To the tray</Button> : null}
        </div>
      ) : null}
      <RegionsSwitch regions={regions} isShown={isShowingRegions} onShownChange={showRegions} />
      {states.map((state) => (
        <Why
          key={state}
          profile={profile}
          item={item}
          dimension={dimension}
          threshold={threshold}
          state={state}
          title={states.length > 1 ? stateLabel(state, options) : undefined}
        />
      ))}
    </aside>
  )
}

interface WhyProps extends Pick<Props, 'profile' | 'item' | 'dimension' | 'threshold'> {
  readonly state: StateName
  readonly title: string | undefined
}

function Why({ profile, item, dimension, threshold, state, title }: WhyProps) {
  const why = useQuery({
    queryKey: [...profileKey(profile.id), 'why', state, dimension, item.key],
    queryFn: ({ signal }) => explain(profile.id, item, dimension, state, signal),
  })
  if (why.isPending) return <Loading label="Loading the reasons" />
  if (why.isError) return <ErrorNote error={why.error} />
  const { score, verdict, reasons } = why.data
  return (
    <section className={styles.why}>
      {title === undefined ? null : <h3>{title}</h3>}
      {verdict && score !== undefined ? (
        <VerdictNote score={score} threshold={threshold} verdict={verdict} reasons={reasons}>
          <Nearest profileId={targetOf(profile.id, state).profile_id} item={item} />
        </VerdictNote>
      ) : (
        <p className={styles.score}>
          <strong>{score === undefined ? 'No score' : percent(score)}</strong>
        </p>
      )}
      <SplitNote frame={why.data.frame} dimension={dimension} />
      {verdict ? (
        <details className={styles.all}>
          <summary>Everything that moved the score</summary>
          <Reasons reasons={reasons} />
        </details>
      ) : (
        <Reasons reasons={reasons} />
      )}
    </section>
  )
}

/** Bars towards the end raise the score, bars towards the start lower it. */
function Reasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const largest = Math.max(0.5, ...reasons.map(({ effect = 0 }) => Math.abs(effect)))
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ text, effect }) => (
        <li key={text}>
          {text}
          {effect === undefined ? null : (
            <>
              <span className="visually-hidden">{effect > 0 ? ', raises it' : ', lowers it'}</span>
              <span className={styles.track} aria-hidden="true">
                <span
                  className={styles.bar}
                  data-direction={effect > 0 ? 'up' : 'down'}
                  style={{ inlineSize: `${(50 * Math.abs(effect)) / largest}%` }}
                />
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const nearestMax = 3

/** The judged pictures that are most similar, and what they were called. Who only judges sees their own. */
function Nearest({ profileId, item }: { readonly profileId: string; readonly item: ScoreItem }) {
  const read = useQuery({
    queryKey: [...profileKey(profileId), 'nearest', item.key],
    queryFn: async ({ signal }) =>
      palate.profiles.examples(profileId, { url: await urlOf(item), limit: nearestMax }, { signal }),
  })
  const examples = read.data?.examples ?? []
  if (examples.length === 0) return null
  return (
    <div>
      <h3 className={styles.soft}>Closest judged pictures</h3>
      <ul className={styles.nearest}>
        {examples.map(({ elementId, thumbnail, label }, i) => (
          <li key={elementId} className={styles.near} data-label={label}>
            <Picture src={thumbnail} alt={`Judged picture ${i + 1}, ${label}`} />
            <span className={styles.nearLabel}>
              <Icon name={label} size={16} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

async function urlOf({ url, file }: ScoreItem): Promise<string> {
  return url ?? (file ? dataUrlOf(file) : '')
}

/** One picture's score in a state, with its verdict and what moved the score. */
export async function explain(
  profileId: string,
  item: ScoreItem,
  dimension: string,
  state: StateName,
  signal: AbortSignal,
) {
  const url = await urlOf(item)
  const request = { ...targetOf(profileId, state), dimensions: [dimension], explain: true, verdict: true }
  const { scores } = await palate.score({ ...request, frames: [{ id: item.frameId, url }] }, { signal })
  const result = scores[0]
  const value = result?.[dimension]
  const details = result?.details?.[dimension]
  return {
    score: typeof value === 'number' ? value : undefined,
    verdict: result?.verdict?.[dimension],
    frame: result ?? {},
    reasons: describeReasons(details),
  }
}
