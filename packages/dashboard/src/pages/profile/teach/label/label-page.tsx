import type { Profile } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { useCallback, useEffect, useState } from 'react'
import { useShownFrames } from '../../../../api/project-frames.ts'
import { useNeed } from '../../../../api/suggestions.ts'
import { AddPictures } from '../../../../files/add-pictures.tsx'
import { addition } from '../../../../judgements/judgement.ts'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { takePickedFrames } from '../../../../state/picked-frames.ts'
import { EmptyState, ErrorState, Loading } from '../../../../ui/states.tsx'
import { useOpenPictures } from '../../lightbox/lightbox-provider.tsx'
import { LearnedPanel } from '../learned/learned-panel.tsx'
import { useLearned } from '../learned/use-learned.ts'
import { labelOf } from '../pairs.ts'
import { isUsedUp } from '../progress.ts'
import styles from '../teach.module.css'
import { TeachBar } from '../teach-bar.tsx'
import { TeachNotices, TeachProgress } from '../teach-progress.tsx'
import { useAddedPictures } from '../use-added-pictures.tsx'
import {
  type Label,
  type LabelItem,
  moved,
  restored,
  withBrought,
  withCorrection,
  withLabel,
  withSkip,
} from './label-deck.ts'
import { LabelStage } from './label-stage.tsx'
import { useLabelDeck } from './use-label-deck.ts'

/** One picture at a time: is it good? */
export function LabelPage({ profile, dimension }: { readonly profile: Profile; readonly dimension: string }) {
  const { queue, state } = useJudgements(profile.id)
  const settled = useCallback(() => queue.settled(), [queue])
  const { deck, setDeck, isLoading, error, ask } = useLabelDeck(profile, dimension, settled)
  const need = useNeed(profile.id, dimension, isLoading)
  const learning = useLearned(profile, dimension, settled, !isLoading)
  const { shown, isReady } = useShownFrames(profile.projectId)
  const open = useOpenPictures()
  const [steps, setSteps] = useState<readonly LabelItem[]>([])
  useEffect(() => {
    const picked = takePickedFrames(profile.id)
    if (picked.length > 0) setDeck((old) => withBrought(old, picked))
  }, [profile.id, setDeck])
  const budget = state.answer ?? profile.profileData.budget
  const item = deck.items.find(({ frame }) => frame.id === deck.at)

  const { bring, isUploading, notes } = useAddedPictures(profile, {
    onFrame: (frame, file) =>
      setDeck((old) => withBrought(old, [{ frame, name: pictureName(frame.name ?? file.name) }])),
  })

  const judge = (label: Label) => {
    if (!item || item.label === label) return
    if (item.label === undefined && isUsedUp(budget, 'labels')) return
    const judgement = addition({ exemplars: [labelOf(item.frame, label, dimension)] })
    queue.add(judgement)
    setDeck(withLabel(deck, item.frame.id, label, judgement))
    setSteps([...steps, item])
    if (item.label === undefined) learning.judged()
  }
  const skip = () => {
    if (!item) return
    setDeck(withSkip(deck, item.frame.id))
    setSteps([...steps, item])
  }
  const takeBack = () => {
    const before = steps.at(-1)
    if (!before) return
    setSteps(steps.slice(0, -1))
    setDeck(restored(deck, before))
    const judged = deck.items.find(({ frame }) => frame.id === before.frame.id)?.judgement
    if (judged === undefined || judged === before.judgement) return
    // The earlier label replaces the later one.
    if (before.judgement) queue.add(addition(before.judgement.annotations))
    else {
      queue.takeBack(judged)
      learning.tookBack()
    }
  }

  const openLabelled = (id: string) => {
    const labelled = deck.items.filter(({ label }) => label !== undefined)
    const items = labelled.map(({ frame, name }) => {
      const { label: _, ...about } = labelOf(frame, 'good', dimension)
      return { key: frame.id, name, whole: shown(frame).whole, about }
    })
    open({ items, key: id, onLabelled: (key, label) => setDeck((now) => withCorrection(now, key, label)) })
  }

  return (
    <>
      <TeachBar profile={profile} onFiles={bring}>
        <TeachProgress profile={profile} counter="labels" need={need} count={learning.count} />
      </TeachBar>
      <TeachNotices profile={profile} counter="labels" />
      {notes}
      {deck.items.length > 0 && isReady ? (
        <div className={styles.beside}>
          <LabelStage
            deck={deck}
            dimension={dimension}
            shown={shown}
            onJudge={judge}
            onSkip={skip}
            onMove={(by) => setDeck(moved(deck, by))}
            onGoTo={(id) => setDeck({ ...deck, at: id })}
            onOpen={openLabelled}
            {...(steps.length > 0 && { onTakeBack: takeBack })}
          />
          <LearnedPanel profile={profile} dimension={dimension} learning={learning} need={need} />
        </div>
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void ask()} />
      ) : isLoading || isUploading || deck.items.length > 0 ? (
        <Loading label="Loading pictures to label" />
      ) : (
        <EmptyState title="No pictures to label" action={<AddPictures look="primary" onFiles={bring} />}>
          Add some that you like and some that you do not. Ten of each teach a lot.
        </EmptyState>
      )}
    </>
  )
}
