import type { Exemplar, Profile, ProfilePicture } from '@palate/client'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useProfilePictures } from '../../../api/profiles.ts'
import { useMay } from '../../../api/session.ts'
import { usePreferences } from '../../../state/preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { FullScreen } from '../../../ui/dialogs/full-screen.tsx'
import { Toggle } from '../../../ui/forms/toggle.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Badge } from '../../../ui/layout/page.tsx'
import { Picture, pictureAddress } from '../../../ui/pictures/picture.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { ComparisonPicture, describeComparison } from '../diff/comparison-picture.tsx'
import { useElementPictures } from '../diff/use-element-pictures.ts'
import { ActionButton } from '../teach/action-button.tsx'
import { useZoom } from '../teach/use-zoom.ts'
import styles from './lightbox.module.css'
import { type LightboxItem, neighbourOf, smallOf, stripAround } from './lightbox-items.ts'
import { Stage } from './stage.tsx'
import type { Label, Labels } from './use-labels.ts'
import { useLightboxKeys } from './use-lightbox-keys.ts'

interface Props {
  readonly profile: Profile
  /** In the order of the arrow keys. */
  readonly items: readonly LightboxItem[]
  readonly labels: Labels
  /** The key of the picture shown; undefined if the lightbox is closed. */
  readonly open: string | undefined
  readonly onOpen: (key: string | undefined) => void
  /** Labels a picture, if the page does more than send the label. */
  readonly onJudge?: (key: string, label: Label) => void
}

/** Pictures in the strip below the large one. */
const stripLength = 31

/** One picture, as large as the window. It can be labelled, and the arrow keys show the next one. */
export function Lightbox({ items, open, onOpen, ...props }: Props) {
  const shown = items.find(({ key }) => key === open)
  if (!shown) return null
  return <Opened {...props} items={items} shown={shown} onOpen={onOpen} />
}

interface OpenedProps extends Omit<Props, 'open'> {
  readonly shown: LightboxItem
}

function Opened({ profile, items, labels, shown, onOpen, onJudge }: OpenedProps) {
  const mayTeach = useMay('teach', 'write')
  const [{ goesOn }, change] = usePreferences()
  const zoom = useZoom()
  // A picture keeps its place when its label changes.
  const [order] = useState(() => items.map(({ key }) => key))
  const label = labels.labelOf(shown)
  const left = useMemo(() => {
    const byKey = new Map(items.map((item) => [item.key, item]))
    return order.flatMap((key) => byKey.get(key) ?? [])
  }, [items, order])
  const [before, after] = ([-1, 1] as const).map((by) => neighbourOf(order, items, shown.key, by))
  useLoadedAhead(left.find(({ key }) => key === after))

  const judge = (value: Label) => () => {
    if (value === label) return
    if (onJudge) onJudge(shown.key, value)
    else labels.judge(shown, value)
    // Whoever corrects a label wants to see it.
    if (goesOn && label === undefined && after !== undefined) onOpen(after)
  }
  const remove = () => {
    labels.remove(shown)
    onOpen(after ?? before)
  }
  const goTo = (key: string | undefined) => () => {
    if (key !== undefined) onOpen(key)
  }
  useLightboxKeys({
    ...{ ArrowLeft: goTo(before), ArrowRight: goTo(after), zoom: zoom.toggle },
    ...{ Home: goTo(left[0]?.key), End: goTo(left.at(-1)?.key) },
    ...(mayTeach && { good: judge('good'), bad: judge('bad'), ...(label && { Delete: remove, clear: remove }) }),
  })
  const place = left.findIndex(({ key }) => key === shown.key) + 1
  return (
    <FullScreen
      title={shown.name}
      isOpen
      onClose={() => onOpen(undefined)}
      head={
        <>
          {left.length > 1 ? (
            <span className={styles.facts}>
              {place.toLocaleString('en')} of {left.length.toLocaleString('en')}
            </span>
          ) : null}
          <Facts profile={profile} labels={labels} shown={shown} />
        </>
      }
      more={<Comparisons profile={profile} labels={labels} shown={shown} />}
    >
      <Stage src={shown.whole} alt={shown.name} zoom={zoom} />
      <div className={styles.actions}>
        <Button look="quiet" isDisabled={before === undefined} onPress={goTo(before)}>
          <Kbd>←</Kbd> Previous
        </Button>
        <Button look="quiet" isDisabled={after === undefined} onPress={goTo(after)}>
          <Kbd>→</Kbd> Next
        </Button>
        {mayTeach ? (
          <>
            <ActionButton action="good" label="Good" onPress={judge('good')} tone="good" />
            <ActionButton action="bad" label="Bad" onPress={judge('bad')} tone="bad" />
            <Button look="quiet" isDisabled={label === undefined} onPress={remove}>
              <Kbd>Delete</Kbd> Remove
            </Button>
          </>
        ) : null}
        <ActionButton action="zoom" label={zoom.isOn ? 'Whole picture' : '100 %'} onPress={zoom.toggle} />
        {mayTeach && left.length > 1 ? (
          <Toggle isSelected={goesOn} onChange={(isOn) => change({ goesOn: isOn })}>
            Go on after a label
          </Toggle>
        ) : null}
      </div>
      {left.length > 1 ? <Strip items={left} labels={labels} shown={shown.key} onOpen={onOpen} /> : null}
    </FullScreen>
  )
}

/** The next picture appears at once. */
function useLoadedAhead(item: LightboxItem | undefined): void {
  const whole = item?.whole
  useEffect(() => {
    if (whole?.startsWith('/')) new Image().src = pictureAddress(whole)
  }, [whole])
}

interface StripProps {
  readonly items: readonly LightboxItem[]
  readonly labels: Labels
  readonly shown: string
  readonly onOpen: (key: string) => void
}

/** The pictures before and after the one that is shown. */
function Strip({ items, labels, shown, onOpen }: StripProps) {
  const list = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(`[data-strip="${CSS.escape(shown)}"]`)
    if (!entry || !list.current) return
    list.current.scrollLeft = entry.offsetLeft - (list.current.clientWidth - entry.offsetWidth) / 2
  }, [shown])
  return (
    <ol ref={list} className={styles.strip} aria-label="Pictures before and after">
      {stripAround(items, shown, stripLength).map((item) => {
        const label = labels.labelOf(item)
        return (
          <li key={item.key} data-strip={item.key}>
            <button
              type="button"
              className={styles.frame}
              data-label={label}
              aria-current={item.key === shown}
              aria-label={label ? `${item.name}, labelled ${label}` : item.name}
              onClick={() => onOpen(item.key)}
            >
              <Picture src={smallOf(item.whole)} alt="" side={64} />
            </button>
          </li>
        )
      })}
    </ol>
  )
}

type ShownProps = Pick<OpenedProps, 'profile' | 'labels' | 'shown'>

/** The label, whether it is committed, and who gave it when. */
function Facts({ profile, labels, shown }: ShownProps) {
  const { data } = useProfilePictures(profile.id)
  const label = labels.labelOf(shown)
  if (label === undefined) {
    return (
      <p className={styles.facts} role="status">
        <Badge>No label</Badge>
      </p>
    )
  }
  const stored = labels.storedFor(shown.about).at(-1)
  const isWaiting = labels.isWaiting(shown.key)
  const picture = isWaiting ? undefined : data?.pictures.find(({ elementId }) => elementId === stored?.id)
  return (
    <p className={styles.facts} role="status">
      <Badge tone={label}>{label === 'good' ? 'Good' : 'Not good'}</Badge>
      {shown.about.dimension == null ? null : <span>for {shown.about.dimension}</span>}
      <span>{isWaiting || isUncommitted(profile, stored) ? 'Not in a version yet' : 'In a version'}</span>
      {picture ? <Judged picture={picture} /> : null}
    </p>
  )
}

function Judged({ picture: { judgedAt, judgedBy } }: { readonly picture: ProfilePicture }) {
  if (judgedAt === undefined) return null
  return (
    <span>
      {judgedBy ? `Judged by ${judgedBy.name} ` : 'Judged '}
      <TimeAgo at={judgedAt} />
    </span>
  )
}

function isUncommitted({ profileData }: Profile, stored: Exemplar | undefined): boolean {
  return profileData.workingChanges.exemplars.some(({ id }) => id === stored?.id)
}

function Comparisons({ profile, labels, shown }: ShownProps) {
  const pictures = useElementPictures(profile, { include_working: true })
  const comparisons = labels.comparisonsOf(shown.about)
  if (comparisons.length === 0) return null
  return (
    <section className={styles.below} aria-label="Comparisons with this picture">
      <h3>Comparisons with this picture</h3>
      <ul className={styles.comparisons}>
        {comparisons.map((comparison) => (
          <li key={comparison.id} className={styles.comparison}>
            <ComparisonPicture comparison={comparison} pictures={pictures} />
            <span>{describeComparison(comparison, pictures)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
