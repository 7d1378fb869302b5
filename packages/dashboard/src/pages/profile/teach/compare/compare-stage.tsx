import { useEffect, useState } from 'react'
import type { NamedFrame, ShownFrame } from '../../../../api/project-frames.ts'
import { ActionButton } from '../action-button.tsx'
import { pairQuestion } from '../judgement-questions.ts'
import { useKeys } from '../keys/use-keys.ts'
import type { Pair, Verdict } from '../pairs.ts'
import styles from '../teach.module.css'
import { useDecoded } from '../use-decoded.ts'
import { useStage } from '../use-stage.ts'
import { useZoom } from '../use-zoom.ts'
import { Choice } from './choice.tsx'
import compareStyles from './compare.module.css'

interface Props {
  readonly pair: Pair
  readonly dimension: string
  /** The next pairs, loaded and decoded while this one is judged. */
  readonly upcoming: readonly Pair[]
  readonly shown: (frame: NamedFrame) => ShownFrame
  readonly onJudge: (verdict: Verdict) => void
  readonly onSkip: () => void
  readonly onTakeBack?: () => void
  /** What the pictures are called, for whoever was told these names. */
  readonly names?: readonly [left: string, right: string]
}

export function CompareStage({ pair, dimension, upcoming, shown, onJudge, onSkip, onTakeBack, names }: Props) {
  const stage = useStage<HTMLElement>()
  const zoom = useZoom()
  const left = shown(pair.left).whole
  const right = shown(pair.right).whole
  const later = upcoming.flatMap((next) => [shown(next.left).whole, shown(next.right).whole])
  const decoded = useDecoded([left, right, ...later])
  const states = [decoded(left), decoded(right)]
  const isFailed = states.includes('failed')
  const isReady = useIsPainted(pair.id, states[0] === 'ready' && states[1] === 'ready')
  const canLabel = pair.left.url !== null && pair.right.url !== null

  /** Ignore input until both pictures are visible. Focus the stage, so that Space does not press a button. */
  const judge = (verdict: Verdict) => () => {
    if (!isReady || ((verdict === 'good' || verdict === 'bad') && !canLabel)) return
    onJudge(verdict)
    stage.focus()
  }
  const skip = () => {
    onSkip()
    stage.focus()
  }
  useKeys({
    left: judge('left'),
    right: judge('right'),
    tie: judge('tie'),
    good: judge('good'),
    bad: judge('bad'),
    skip,
    zoom: zoom.toggle,
    full: stage.toggleFullScreen,
    ...(onTakeBack && { back: onTakeBack }),
  })
  return (
    <section ref={stage.ref} tabIndex={-1} className={styles.stage} aria-label="Two pictures">
      <h2 className={styles.question}>{pairQuestion(dimension)}</h2>
      <div className={compareStyles.pair} data-pair={pair.id} data-ready={isReady || undefined}>
        {(['left', 'right'] as const).map((side, i) => (
          <Choice
            key={side}
            side={side}
            src={side === 'left' ? left : right}
            state={states[i] ?? 'loading'}
            zoom={zoom}
            onChoose={judge(side)}
            name={names?.[i]}
          />
        ))}
      </div>
      {isFailed ? (
        <p className={styles.notice}>One of these pictures cannot be shown. Skip the pair to continue.</p>
      ) : null}
      <div className={styles.actions}>
        <ActionButton action="tie" label="No difference" onPress={judge('tie')} />
        {canLabel ? <ActionButton action="good" label="Both good" onPress={judge('good')} /> : null}
        {canLabel ? <ActionButton action="bad" label="Both bad" onPress={judge('bad')} /> : null}
        <ActionButton action="skip" label="Skip" onPress={skip} />
        <ActionButton action="back" label="Undo" onPress={onTakeBack} />
        <ActionButton action="zoom" label={zoom.isOn ? 'Zoom out' : 'Zoom'} onPress={zoom.toggle} />
        <ActionButton action="full" label="Full screen" onPress={stage.toggleFullScreen} />
      </div>
    </section>
  )
}

/** Whether the pictures of this pair are painted: one animation frame after both were decoded. */
function useIsPainted(pairId: string, areDecoded: boolean): boolean {
  const [painted, setPainted] = useState<string>()
  useEffect(() => {
    if (!areDecoded) return
    const request = requestAnimationFrame(() => setPainted(pairId))
    return () => cancelAnimationFrame(request)
  }, [pairId, areDecoded])
  return areDecoded && painted === pairId
}
