import type { Exemplar, Profile, ProfilePicture } from '@palate/client'
import { useEffect, useRef, useState } from 'react'
import { useProfilePictures } from '../../../api/profiles.ts'
import { useMay } from '../../../api/session.ts'
import { usePreferences } from '../../../state/preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Badge } from '../../../ui/layout/page.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { ComparisonPicture, describeComparison } from '../diff/comparison-picture.tsx'
import { useElementPictures } from '../diff/use-element-pictures.ts'
import { ActionButton } from '../teach/action-button.tsx'
import { actionOf } from '../teach/keys/keys.ts'
import styles from './lightbox.module.css'
import { type LightboxItem, neighbourOf } from './lightbox-items.ts'
import type { Label, Labels } from './use-labels.ts'

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

/** One picture, large. It can be labelled, and the arrow keys show the next one. */
export function Lightbox({ items, open, onOpen, ...props }: Props) {
  const shown = items.find(({ key }) => key === open)
  return (
    <Dialog title={shown?.name ?? 'Picture'} isOpen={shown !== undefined} onClose={() => onOpen(undefined)} size="wide">
      {shown ? <Content {...props} items={items} shown={shown} onOpen={onOpen} /> : null}
    </Dialog>
  )
}

interface ContentProps extends Omit<Props, 'open'> {
  readonly shown: LightboxItem
}

function Content({ profile, items, labels, shown, onOpen, onJudge }: ContentProps) {
  const mayTeach = useMay('teach', 'write')
  // A picture keeps its place when its label changes.
  const [order] = useState(() => items.map(({ key }) => key))
  const label = labels.labelOf(shown)
  const [before, after] = ([-1, 1] as const).map((by) => neighbourOf(order, items, shown.key, by))

  const judge = (value: Label) => () => {
    if (value === label) return
    if (onJudge) onJudge(shown.key, value)
    else labels.judge(shown, value)
  }
  const remove = () => {
    labels.remove(shown)
    onOpen(after ?? before)
  }
  const goTo = (key: string | undefined) => () => {
    if (key !== undefined) onOpen(key)
  }
  useLightboxKeys({
    ArrowLeft: goTo(before),
    ArrowRight: goTo(after),
    ...(mayTeach && { good: judge('good'), bad: judge('bad'), ...(label && { Delete: remove }) }),
  })

  return (
    <div className={styles.content}>
      <div className={styles.picture}>
        <Picture src={shown.whole} alt={shown.name} fit="contain" isEager />
      </div>
      <Facts profile={profile} labels={labels} shown={shown} />
      <div className={styles.actions}>
        <Button isDisabled={before === undefined} onPress={goTo(before)}>
          <Kbd>←</Kbd> Previous
        </Button>
        <Button isDisabled={after === undefined} onPress={goTo(after)}>
          <Kbd>→</Kbd> Next
        </Button>
        {mayTeach ? (
          <>
            <ActionButton action="good" label="Good" onPress={judge('good')} />
            <ActionButton action="bad" label="Bad" onPress={judge('bad')} />
            <Button look="danger" isDisabled={label === undefined} onPress={remove}>
              <Kbd>Delete</Kbd> Remove
            </Button>
          </>
        ) : null}
      </div>
      <Comparisons profile={profile} labels={labels} shown={shown} />
    </div>
  )
}

type ShownProps = Pick<ContentProps, 'profile' | 'labels' | 'shown'>

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
    <section aria-label="Comparisons with this picture">
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

type Key = 'ArrowLeft' | 'ArrowRight' | 'Delete' | 'good' | 'bad'

/** Keys of the open lightbox. The keys for good and bad are those of the Teach pages. */
function useLightboxKeys(handlers: Partial<Record<Key, () => void>>): void {
  const [{ shortcuts, keys }] = usePreferences()
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return
      const handle = latest.current[event.key as Key] ?? (shortcuts && latest.current[actionOf(event.key, keys) as Key])
      if (!handle) return
      event.preventDefault()
      handle()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shortcuts, keys])
}
