import { useEffect, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { NamedFrame, ShownFrame } from '../../../../api/project-frames.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { ActionButton } from '../action-button.tsx'
import { labelQuestion } from '../judgement-questions.ts'
import { useKeys } from '../keys/use-keys.ts'
import teachStyles from '../teach.module.css'
import { useDecoded } from '../use-decoded.ts'
import { useStage } from '../use-stage.ts'
import { useZoom, type Zoom } from '../use-zoom.ts'
import { ZoomedImage } from '../zoomed-image.tsx'
import styles from './label.module.css'
import { type Label, type LabelDeck, type LabelItem, nextOf } from './label-deck.ts'

interface Props {
  readonly deck: LabelDeck
  readonly dimension: string
  readonly shown: (frame: NamedFrame) => ShownFrame
  readonly onJudge: (label: Label) => void
  readonly onSkip: () => void
  readonly onTakeBack?: () => void
  readonly onMove: (by: number) => void
  readonly onGoTo: (id: string) => void
  /** Shows a labelled picture in the lightbox. */
  readonly onOpen: (id: string) => void
}

/** The large picture and the next three. */
const loadedAhead = 4

export function LabelStage({ deck, dimension, shown, onJudge, onSkip, onTakeBack, onMove, onGoTo, onOpen }: Props) {
  const stage = useStage<HTMLElement>()
  const zoom = useZoom()
  const ahead = nextOf(deck, loadedAhead)
  const decoded = useDecoded(ahead.map(({ frame }) => shown(frame).whole))
  const item = ahead[0]
  const src = item ? shown(item.frame).whole : null
  const state = decoded(src)
  const then = (act: () => void) => () => {
    act()
    stage.focus()
  }
  const judge = (label: Label) =>
    then(() => {
      if (state === 'ready') onJudge(label)
    })
  useKeys({
    good: judge('good'),
    bad: judge('bad'),
    skip: then(onSkip),
    left: () => onMove(-1),
    right: () => onMove(1),
    zoom: zoom.toggle,
    full: stage.toggleFullScreen,
    ...(onTakeBack && { back: onTakeBack }),
  })
  return (
    <section ref={stage.ref} tabIndex={-1} className={teachStyles.stage} aria-label="One picture">
      {item ? (
        <>
          <h2 className={teachStyles.question}>{labelQuestion(dimension)}</h2>
          <Large item={item} src={src} state={state} zoom={zoom} />
          <div className={teachStyles.actions}>
            <ActionButton action="good" label="Good" tone="good" onPress={judge('good')} />
            <ActionButton action="bad" label="Bad" tone="bad" onPress={judge('bad')} />
            <ActionButton action="skip" label="Skip" onPress={then(onSkip)} />
            <ActionButton action="back" label="Undo" onPress={onTakeBack} />
            <ActionButton action="zoom" label={zoom.isOn ? 'Zoom out' : 'Zoom'} onPress={zoom.toggle} />
            <ActionButton action="full" label="Full screen" onPress={stage.toggleFullScreen} />
          </div>
        </>
      ) : (
        <div className={styles.done}>
          <h2>Every picture here is labelled</h2>
          <p>Add more, or go back to one in the strip.</p>
          <ActionButton action="back" label="Undo" onPress={onTakeBack} />
        </div>
      )}
      <Filmstrip deck={deck} shown={shown} onGoTo={onGoTo} onOpen={onOpen} />
    </section>
  )
}

function Large({
  item,
  src,
  state,
  zoom,
}: {
  readonly item: LabelItem
  readonly src: string | null
  readonly state: string
  readonly zoom: Zoom
}) {
  return (
    <div className={styles.large} data-label={item.label} data-state={state} onPointerMove={zoom.follow}>
      {state === 'ready' && src !== null ? <ZoomedImage src={src} alt={item.name} zoom={zoom} /> : null}
      {state === 'failed' ? <span>This picture cannot be shown. Skip it to continue.</span> : null}
      {item.label === undefined ? null : <LabelMark label={item.label} />}
    </div>
  )
}

function LabelMark({ label }: { readonly label: Label }) {
  return (
    <span className={styles.mark} data-label={label}>
      <Icon name={label} size={16} />
      <span className={styles.markText}>{label === 'good' ? 'Good' : 'Bad'}</span>
    </span>
  )
}

/** All pictures in order. The large one's thumbnail stays in view. Labelled ones open in the lightbox. */
function Filmstrip({ deck, shown, onGoTo, onOpen }: Pick<Props, 'deck' | 'shown' | 'onGoTo' | 'onOpen'>) {
  const strip = useRef<HTMLOListElement>(null)
  const current = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!strip.current || !current.current) return
    // Scroll only the strip, not the page.
    strip.current.scrollLeft =
      current.current.offsetLeft - (strip.current.clientWidth - current.current.clientWidth) / 2
  }, [deck.at])
  return (
    <ol ref={strip} className={styles.strip} aria-label="Pictures">
      {deck.items.map((item, i) => {
        const isCurrent = item.frame.id === deck.at
        return (
          <li key={item.frame.id} ref={isCurrent ? current : null}>
            <AriaButton
              className={styles.thumb ?? ''}
              aria-label={`Picture ${i + 1}: ${item.label ?? (deck.skipped.has(item.frame.id) ? 'skipped' : 'no label yet')}`}
              aria-current={isCurrent}
              excludeFromTabOrder={!isCurrent && !(deck.at === undefined && i === 0)}
              onPress={() => (item.label === undefined ? onGoTo : onOpen)(item.frame.id)}
            >
              <Picture src={shown(item.frame).small} alt="" side={88} />
              {item.label === undefined ? null : <LabelMark label={item.label} />}
            </AriaButton>
          </li>
        )
      })}
    </ol>
  )
}
