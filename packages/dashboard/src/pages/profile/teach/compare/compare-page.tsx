import type { Profile } from '@palate/client'
import { useCallback, useState } from 'react'
import { useShownFrames } from '../../../../api/project-frames.ts'
import { useNeed } from '../../../../api/suggestions.ts'
import { AddPictures } from '../../../../files/add-pictures.tsx'
import { type Addition, addition } from '../../../../judgements/judgement.ts'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState, ErrorState, Loading } from '../../../../ui/states.tsx'
import { LearnedPanel } from '../learned/learned-panel.tsx'
import { useLearned } from '../learned/use-learned.ts'
import { annotationsOf, type Pair, type Verdict } from '../pairs.ts'
import { isUsedUp } from '../progress.ts'
import styles from '../teach.module.css'
import { TeachBar } from '../teach-bar.tsx'
import { TeachNotices, TeachProgress } from '../teach-progress.tsx'
import { useAddedPictures } from '../use-added-pictures.tsx'
import { pairsReady, usePairs } from '../use-pairs.ts'
import { CompareStage } from './compare-stage.tsx'

/** A judged pair; a skipped one has no judgement. */
interface Step {
  readonly pair: Pair
  readonly judgement?: Addition
}

/** Two pictures at a time: which one is better? */
export function ComparePage({ profile, dimension }: { readonly profile: Profile; readonly dimension: string }) {
  const { queue, state } = useJudgements(profile.id)
  const settled = useCallback(() => queue.settled(), [queue])
  const pairs = usePairs(profile, dimension, settled)
  const need = useNeed(profile.id, dimension, pairs.isLoading)
  const learning = useLearned(profile, dimension, settled, !pairs.isLoading)
  const { shown, isReady } = useShownFrames(profile.projectId)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const { bring, isUploading, notes } = useAddedPictures(profile, { onEnd: () => void pairs.ask() })
  const budget = state.answer ?? profile.profileData.budget
  const pair = pairs.deck[0]

  const judge = (verdict: Verdict) => {
    if (!pair || isUsedUp(budget, verdict === 'good' || verdict === 'bad' ? 'labels' : 'comparisons')) return
    const judgement = addition(annotationsOf(pair, verdict, dimension))
    queue.add(judgement)
    setSteps([...steps, { pair, judgement }])
    pairs.next()
    learning.judged()
  }
  const skip = () => {
    if (!pair) return
    setSteps([...steps, { pair }])
    pairs.next()
  }
  const takeBack = () => {
    const last = steps.at(-1)
    if (!last) return
    setSteps(steps.slice(0, -1))
    pairs.putBack(last.pair)
    if (last.judgement === undefined) return
    queue.takeBack(last.judgement)
    learning.tookBack()
  }

  return (
    <>
      <TeachBar profile={profile} onFiles={bring}>
        <TeachProgress profile={profile} counter="comparisons" need={need} count={learning.count} />
      </TeachBar>
      <TeachNotices profile={profile} counter="comparisons" />
      {notes}
      {pair && isReady ? (
        <div className={styles.beside}>
          <CompareStage
            pair={pair}
            dimension={dimension}
            upcoming={pairs.deck.slice(1, pairsReady)}
            shown={shown}
            onJudge={judge}
            onSkip={skip}
            {...(steps.length > 0 && { onTakeBack: takeBack })}
          />
          <LearnedPanel profile={profile} dimension={dimension} learning={learning} need={need} />
        </div>
      ) : pairs.error !== null ? (
        <ErrorState error={pairs.error} onRetry={() => void pairs.ask()} />
      ) : pairs.isLoading || pair || isUploading ? (
        <Loading label="Loading pictures to compare" />
      ) : (
        <NothingToCompare
          profile={profile}
          skipped={steps.filter(({ judgement }) => judgement === undefined).map((step) => step.pair.id)}
          onAskAgain={pairs.forget}
          onFiles={bring}
        />
      )}
    </>
  )
}

function NothingToCompare({
  profile,
  skipped,
  onAskAgain,
  onFiles,
}: {
  readonly profile: Profile
  readonly skipped: readonly string[]
  readonly onAskAgain: (pairIds: readonly string[]) => void
  readonly onFiles: (files: readonly File[]) => void
}) {
  if (skipped.length > 0) {
    return (
      <EmptyState
        title="Only skipped pairs are left"
        action={<Button onPress={() => onAskAgain(skipped)}>Show them again</Button>}
      >
        Every other pair of this project has been judged.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Add pictures first" action={<AddPictures look="primary" onFiles={onFiles} />}>
      Drop a few here, good and bad. Pairs come from the library of “{profile.projectId}” and from recently scored
      pictures.
    </EmptyState>
  )
}
