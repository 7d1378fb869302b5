import type { Profile } from '@palate/client'
import { describeReasons, type Reason } from '@palate/core/report/reasons.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { palate } from '../../../../api/palate.ts'
import { profileKey } from '../../../../api/profile.ts'
import { useStatePictures } from '../../../../api/profiles.ts'
import { useBlindPerson } from '../../../../api/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { percent } from '../../../../ui/format.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { ErrorNote, Loading } from '../../../../ui/states.tsx'
import { ActionButton } from '../../teach/action-button.tsx'
import { elementsNow } from '../../uncommitted.ts'
import { dataUrlOf } from '../data-url.ts'
import type { ScoreItem } from '../score-items.ts'
import { personIn, type StateName, stateLabel, targetOf } from '../score-states.ts'
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

/**
 * Why a picture has its score: the verdict, what raised and lowered the score, and the judged pictures it resembles.
 * Escape closes it.
 */
export function WhyPanel(props: Props) {
  const { profile, item, src, dimension, threshold, states, taught, onTeach, onTray, onClose, onOpen } = props
  const options = useStateOptions(profile)
  const [isShowingRegions, showRegions] = useState(false)
  const [ratio, setRatio] = useState(item.ratio)
  const [state = ''] = states
  const regions = useRegions({ profileId: profile.id, item, dimension, state }, isShowingRegions)
  useEscape(onClose)
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
  const { score, verdict, reasons, nearest } = why.data
  return (
    <section className={styles.why}>
      {title === undefined ? null : <h3>{title}</h3>}
      {verdict && score !== undefined ? (
        <VerdictNote score={score} threshold={threshold} verdict={verdict} reasons={reasons}>
          <Nearest profile={profile} elementIds={nearest} state={state} />
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

function useEscape(onClose: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isElsewhere = document.querySelector('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]')
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) onClose()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onClose])
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

/** The judged pictures that moved the score most, and what they were called; who only judges sees their own. Those of another profile are not shown. */
function Nearest({
  profile,
  elementIds,
  state,
}: {
  readonly profile: Profile
  readonly elementIds: readonly string[]
  readonly state: StateName
}) {
  const isOwn = !personIn(state).team.startsWith('profile:')
  const { profile_id: _, person: __, ...named } = targetOf(profile.id, state)
  const read = useStatePictures(profile.id, named, isOwn && elementIds.length > 0)
  const isBlind = useBlindPerson() !== undefined
  const own = new Set(isBlind ? elementsNow(profile, 'exemplars').map(({ id }) => id) : [])
  const seen = read.data?.pictures.filter(({ elementId }) => !isBlind || own.has(elementId))
  const known = new Map(seen?.map(({ elementId, thumbnail }) => [elementId, thumbnail]))
  const called = new Map(elementsNow(profile, 'exemplars').map(({ id, label }) => [id, label]))
  const pictures = new Map(
    elementIds.flatMap((id) => {
      const path = known.get(id)
      return path === undefined ? [] : [[path, called.get(id)] as const]
    }),
  )
  if (pictures.size === 0) return null
  return (
    <div>
      <h3 className={styles.soft}>Judged pictures that count most</h3>
      <ul className={styles.nearest}>
        {[...pictures].slice(0, nearestMax).map(([path, label], i) => (
          <li key={path} className={styles.near} data-label={label}>
            <Picture src={path} alt={`Judged picture ${i + 1}${label ? `, ${label}` : ''}`} />
            {label ? (
              <span className={styles.nearLabel}>
                <Icon name={label} size={16} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** One picture's score in a state, with its verdict, its contributions and the most similar judged pictures. */
export async function explain(
  profileId: string,
  item: ScoreItem,
  dimension: string,
  state: StateName,
  signal: AbortSignal,
) {
  const url = item.url ?? (item.file ? await dataUrlOf(item.file) : '')
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
    nearest: nearestElements(details),
  }
}

function nearestElements(details: unknown): readonly string[] {
  const nearest = (details as { learned?: { nearest?: unknown } } | undefined)?.learned?.nearest
  if (!Array.isArray(nearest)) return []
  return nearest.flatMap(({ elements }: { elements?: unknown }) =>
    Array.isArray(elements) ? elements.map(String) : [],
  )
}
