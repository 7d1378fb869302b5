import type { Profile } from '@palate/client'
import { useEffect, useRef } from 'react'
import type { Need } from '../../../../api/need.ts'
import { usePreferences } from '../../../../state/preferences.ts'
import { Button } from '../../../../ui/button.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import { ErrorNote, Loading } from '../../../../ui/states.tsx'
import { describeNeed } from '../../describe-need.ts'
import { OpenableReranking } from '../../lightbox/openable-reranking.tsx'
import { keyName, shortcutOf } from '../keys/keys.ts'
import { useKeys } from '../keys/use-keys.ts'
import styles from '../teach.module.css'
import type { Learned } from './use-learned.ts'

interface Props {
  readonly profile: Profile
  readonly dimension: string
  readonly learned: Learned
  readonly need: Need | undefined
  readonly onGoOn: () => void
}

/** What the last judgements taught: in words, and as the old and new order of the project's pictures. */
export function LearnedPanel({ profile, dimension, learned, need, onGoOn }: Props) {
  const [{ keys }] = usePreferences()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  useKeys({ skip: onGoOn })
  const { judgements, isLoading, error, frames, sentences } = learned
  return (
    <section ref={panel} tabIndex={-1} className={styles.card} aria-label="What was learned">
      <h2>What your last five judgements taught it</h2>
      <div role="status" className={styles.sentences}>
        {isLoading ? null : sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
        {isLoading || need === undefined ? null : <p>{describeNeed(need)}</p>}
      </div>
      {isLoading ? <Loading label="Learning" /> : null}
      {error === undefined ? null : <ErrorNote error={error} />}
      {frames.length > 0 ? (
        <OpenableReranking
          key={judgements}
          profile={profile}
          dimension={dimension}
          frames={frames}
          label="Pictures of the project"
          beforeLabel="Before"
          afterLabel="Now"
        />
      ) : null}
      <div className={`${styles.actions} ${styles.actionsStart}`}>
        <Button look="primary" onPress={onGoOn}>
          Continue <Kbd>{keyName(shortcutOf('skip', keys))}</Kbd>
        </Button>
      </div>
    </section>
  )
}
