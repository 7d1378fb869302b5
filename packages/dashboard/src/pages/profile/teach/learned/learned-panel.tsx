import type { Profile } from '@palate/client'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useShownFrames } from '../../../../api/project-frames.ts'
import type { Need } from '../../../../api/suggestions.ts'
import { Button } from '../../../../ui/button.tsx'
import { percent } from '../../../../ui/format.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { describeMove, type RankedFrame } from '../../../../ui/pictures/ranking.ts'
import { describeNeed } from '../../describe-need.ts'
import { Lightbox } from '../../lightbox/lightbox.tsx'
import { useLabels } from '../../lightbox/use-labels.ts'
import { dimensionMember } from '../pairs.ts'
import styles from '../teach.module.css'
import panelStyles from './learned.module.css'
import type { useLearned } from './use-learned.ts'

interface Props {
  readonly profile: Profile
  readonly dimension: string
  readonly learning: ReturnType<typeof useLearned>
  readonly need: Need | undefined
}

/** What the latest judgements taught, beside the stage: in words, and the pictures that moved most. */
export function LearnedPanel({ profile, dimension, learning, need }: Props) {
  const { learned, close } = learning
  return (
    <div role="status" className={panelStyles.place}>
      {learned === undefined ? null : (
        <section className={styles.card} aria-label="What it learned">
          <header className={panelStyles.head}>
            <h2>What it learned</h2>
            <Button look="quiet" aria-label="Hide" onPress={close}>
              <Icon name="close" />
            </Button>
          </header>
          <div className={styles.sentences}>
            {learned.sentences.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            {need?.belief === undefined ? null : <p>{need.belief}</p>}
            {need === undefined ? null : <p>{describeNeed(need)}</p>}
          </div>
          <Moved key={learned.judgements} profile={profile} dimension={dimension} frames={learned.frames} />
        </section>
      )}
    </div>
  )
}

function Moved({
  profile,
  dimension,
  frames,
}: Pick<Props, 'profile' | 'dimension'> & { readonly frames: readonly RankedFrame[] }) {
  const [open, setOpen] = useState<string>()
  const labels = useLabels(profile)
  const { shown } = useShownFrames(profile.projectId)
  const items = frames.map(({ id, url, src, alt }) => ({
    key: id,
    name: alt,
    whole: shown({ id, url }).whole ?? src,
    about: { frameId: id, ...(url !== null && { url }), ...dimensionMember(dimension) },
  }))
  return (
    <>
      <ul className={panelStyles.moved} aria-label="Pictures that moved">
        {frames.map((frame) => (
          <li key={frame.id}>
            <AriaButton className={panelStyles.row ?? ''} onPress={() => setOpen(frame.id)}>
              <span className={panelStyles.picture}>
                <Picture src={frame.src} alt="" side={72} />
              </span>
              <span className={panelStyles.name}>{frame.alt}</span>
              <span className={panelStyles.move} data-direction={frame.rise > 0 ? 'up' : 'down'}>
                <span aria-hidden="true">
                  {frame.rise > 0 ? '▲' : '▼'} {Math.abs(frame.rise)}
                </span>
                <span className="visually-hidden">{describeMove(frame)}</span>
              </span>
              <span className={panelStyles.score}>{frame.after === null ? '' : percent(frame.after)}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
      <Lightbox profile={profile} items={items} labels={labels} open={open} onOpen={setOpen} />
    </>
  )
}
