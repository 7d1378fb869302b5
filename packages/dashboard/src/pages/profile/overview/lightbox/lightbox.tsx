import type { Profile } from '@palate/client'
import { useEffect, useState } from 'react'
import { useMay } from '../../../../api/session.ts'
import { addition, removal, restoration } from '../../../../judgements/judgement.ts'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import { Badge } from '../../../../ui/layout/page.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { ComparisonPicture, describeComparison } from '../../diff/comparison-picture.tsx'
import type { ElementPictures } from '../../diff/element-pictures.ts'
import { useElementPictures } from '../../diff/use-element-pictures.ts'
import { ActionButton } from '../../teach/action-button.tsx'
import type { ShownExemplar } from '../exemplars.ts'
import styles from './lightbox.module.css'
import { comparisonsOf, neighbourOf, relabelled } from './lightbox-items.ts'
import { useLightboxKeys } from './use-lightbox-keys.ts'

interface Props {
  readonly profile: Profile
  readonly exemplars: readonly ShownExemplar[]
  /** The id of the picture shown; undefined if the lightbox is closed. */
  readonly open: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

/** One labelled picture, large. Its label can be changed or removed, and the arrow keys show the next one. */
export function Lightbox({ profile, exemplars, open, onOpen }: Props) {
  const pictures = useElementPictures(profile, { include_working: true })
  const shown = exemplars.find(({ id }) => id === open)
  return (
    <Dialog
      title={shown ? pictures.nameOf(shown.exemplar) : 'Picture'}
      isOpen={shown !== undefined}
      onClose={() => onOpen(undefined)}
      size="wide"
    >
      {shown ? (
        <Content profile={profile} exemplars={exemplars} shown={shown} pictures={pictures} onOpen={onOpen} />
      ) : null}
    </Dialog>
  )
}

interface ContentProps extends Pick<Props, 'profile' | 'exemplars' | 'onOpen'> {
  readonly shown: ShownExemplar
  readonly pictures: ElementPictures
}

function Content({ profile, exemplars, shown, pictures, onOpen }: ContentProps) {
  const { queue } = useJudgements(profile.id)
  const mayTeach = useMay('teach', 'write')
  const [chosen, setChosen] = useState<ReadonlyMap<string, 'good' | 'bad'>>(new Map())
  // The service has the labels now.
  useEffect(() => {
    if (queue.state().waiting.length === 0) setChosen(new Map())
  }, [profile, queue])
  // A picture keeps its place when its label changes.
  const [order] = useState(() =>
    (['good', 'bad'] as const).flatMap((label) => exemplars.filter((one) => one.label === label).map(({ id }) => id)),
  )
  const label = chosen.get(shown.id) ?? shown.label
  const name = pictures.nameOf(shown.exemplar)
  const [before, after] = ([-1, 1] as const).map((by) => neighbourOf(order, exemplars, shown.id, by))

  const judge = (value: 'good' | 'bad') => () => {
    if (value === label) return
    queue.add(addition({ exemplars: [relabelled(shown.exemplar, value)] }))
    setChosen(new Map([...chosen, [shown.id, value]]))
  }
  const remove = () => {
    queue.add(removal([shown.id]))
    onOpen(after ?? before)
    const undo = () => queue.add(restoration(shown.id, { exemplars: [relabelled(shown.exemplar, label)] }))
    showToast(`Removed ${name}.`, { label: 'Undo', run: undo })
  }
  const goTo = (id: string | undefined) => () => {
    if (id !== undefined) onOpen(id)
  }
  useLightboxKeys({
    ArrowLeft: goTo(before),
    ArrowRight: goTo(after),
    ...(mayTeach && { good: judge('good'), bad: judge('bad'), Delete: remove }),
  })

  return (
    <div className={styles.content}>
      <div className={styles.picture}>
        <Picture src={shown.whole} alt={name} fit="contain" isEager />
      </div>
      <p className={styles.facts} role="status">
        <Badge tone={label}>{label === 'good' ? 'Good' : 'Not good'}</Badge>
        {shown.exemplar.dimension == null ? null : <span>for {shown.exemplar.dimension}</span>}
        <span>{shown.isUncommitted || chosen.has(shown.id) ? 'Not committed yet' : 'Committed'}</span>
      </p>
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
            <Button look="danger" onPress={remove}>
              <Kbd>Delete</Kbd> Remove
            </Button>
          </>
        ) : null}
      </div>
      <Comparisons profile={profile} shown={shown} pictures={pictures} />
    </div>
  )
}

function Comparisons({ profile, shown, pictures }: Pick<ContentProps, 'profile' | 'shown' | 'pictures'>) {
  const comparisons = comparisonsOf(profile, shown.exemplar)
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
