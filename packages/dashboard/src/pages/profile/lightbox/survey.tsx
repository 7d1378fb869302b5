import { useState } from 'react'
import { useMay } from '../../../api/session.ts'
import { FullScreen } from '../../../ui/dialogs/full-screen.tsx'
import { counted } from '../../../ui/format.ts'
import { Badge } from '../../../ui/layout/page.tsx'
import { ActionButton } from '../teach/action-button.tsx'
import { useZoom } from '../teach/use-zoom.ts'
import styles from './lightbox.module.css'
import type { LightboxItem } from './lightbox-items.ts'
import { Stage } from './stage.tsx'
import type { Labels } from './use-labels.ts'
import { useLightboxKeys } from './use-lightbox-keys.ts'

/** As many pictures fit side by side. */
export const [surveyMin, surveyMax] = [2, 6] as const

interface Props {
  /** Empty if the survey is closed. */
  readonly items: readonly LightboxItem[]
  readonly labels: Labels
  readonly onClose: () => void
}

/** A few pictures side by side. The arrow keys choose one, and the keys for labels label it. */
export function Survey({ items, labels, onClose }: Props) {
  if (items.length === 0) return null
  return (
    <FullScreen title={`${counted(items.length, 'picture')} side by side`} isOpen onClose={onClose}>
      <Pictures items={items} labels={labels} />
    </FullScreen>
  )
}

function Pictures({ items, labels }: Pick<Props, 'items' | 'labels'>) {
  const mayTeach = useMay('teach', 'write')
  const zoom = useZoom()
  const [at, setAt] = useState(0)
  const current = items[Math.min(at, items.length - 1)]
  const label = (value: 'good' | 'bad') => () => current && labels.judge(current, value)
  const clear = () => current && labels.remove(current)
  const move = (by: number) => () => setAt((at + by + items.length) % items.length)
  useLightboxKeys({
    ...{ ArrowLeft: move(-1), ArrowRight: move(1), zoom: zoom.toggle },
    ...(mayTeach && { good: label('good'), bad: label('bad'), clear, Delete: clear }),
  })
  return (
    <>
      <ul className={styles.survey} data-count={items.length} aria-label="Pictures side by side">
        {items.map((item, i) => {
          const given = labels.labelOf(item)
          return (
            <li
              key={item.key}
              className={styles.surveyed}
              aria-current={item === current}
              onPointerDown={() => setAt(i)}
              onFocus={() => setAt(i)}
            >
              <Stage src={item.whole} alt={item.name} zoom={zoom} />
              <span className={styles.surveyedText}>
                <span className={styles.surveyedName}>{item.name}</span>
                {given ? <Badge tone={given}>{given === 'good' ? 'Good' : 'Not good'}</Badge> : <Badge>No label</Badge>}
              </span>
            </li>
          )
        })}
      </ul>
      <div className={styles.actions}>
        {mayTeach ? (
          <>
            <ActionButton action="good" label="Good" onPress={label('good')} tone="good" />
            <ActionButton action="bad" label="Bad" onPress={label('bad')} tone="bad" />
            <ActionButton action="clear" label="No label" onPress={clear} />
          </>
        ) : null}
        <ActionButton action="zoom" label={zoom.isOn ? 'Whole pictures' : '100 %'} onPress={zoom.toggle} />
        <span role="status" className={styles.facts}>
          {current?.name}
        </span>
      </div>
    </>
  )
}
