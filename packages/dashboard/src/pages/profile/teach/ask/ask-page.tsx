import type { NewAnnotations, Profile } from '@palate/client'
import { askedByAgent } from '@palate/core/profile/asked-choice.ts'
import { useState } from 'react'
import { libraryIdOf } from '../../../../api/frame-names.ts'
import { type NamedFrame, useShownFrames } from '../../../../api/project-frames.ts'
import { type Addition, addition } from '../../../../judgements/judgement.ts'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { useSearchParam } from '../../../../ui/hooks/use-search-param.ts'
import { EmptyState, Loading } from '../../../../ui/states.tsx'
import { CompareStage } from '../compare/compare-stage.tsx'
import { annotationsOf, type Pair, type Verdict } from '../pairs.ts'

/** One pair that an agent or `palate ask` wants judged. The URL names both pictures and who asks. */
export function AskPage({ profile, dimension }: { readonly profile: Profile; readonly dimension: string }) {
  const { queue } = useJudgements(profile.id)
  const { shown, isReady } = useShownFrames(profile.projectId)
  const [a] = useSearchParam('a')
  const [b] = useSearchParam('b')
  const [source] = useSearchParam('source')
  const [askId] = useSearchParam('askId')
  const [judged, setJudged] = useState<Addition | 'skipped'>()
  if (a === '' || b === '') {
    return <EmptyState title="This link is incomplete">It must name two pictures. Ask for a new one.</EmptyState>
  }
  const pair: Pair = { id: `${a} ${b}`, left: frameAt(a), right: frameAt(b), isRepeat: false }
  const judge = (verdict: Verdict) => {
    const judgement = addition(answerTo({ source, askId }, annotationsOf(pair, verdict, dimension), verdict))
    queue.add(judgement)
    setJudged(judgement)
  }
  const takeBack = () => {
    if (judged !== undefined && judged !== 'skipped') queue.takeBack(judged)
    setJudged(undefined)
  }
  if (judged !== undefined) {
    return (
      <EmptyState
        title={judged === 'skipped' ? 'Skipped' : 'Thank you'}
        action={
          <>
            <Button onPress={takeBack}>{judged === 'skipped' ? 'Choose after all' : 'Undo'}</Button>{' '}
            <ButtonLink to={`/profiles/${profile.id}/teach/compare`}>Compare more</ButtonLink>
          </>
        }
      >
        {judged === 'skipped' ? 'Nothing was recorded.' : 'Your choice is recorded.'} You can close this page.
      </EmptyState>
    )
  }
  if (!isReady) return <Loading label="Loading the two pictures" />
  return (
    <CompareStage
      pair={pair}
      dimension={dimension}
      upcoming={[]}
      shown={shown}
      onJudge={judge}
      onSkip={() => setJudged('skipped')}
    />
  )
}

function frameAt(url: string): NamedFrame {
  return { id: libraryIdOf(url) ?? url, url }
}

const choices = { left: 'first', right: 'second', tie: 'no difference' } as const

/** Marks the judgement, so that the command or agent that asked can find it. */
function answerTo(
  asked: { source: string; askId: string },
  annotations: NewAnnotations,
  verdict: Verdict,
): NewAnnotations {
  const isChoice = verdict !== 'good' && verdict !== 'bad'
  const marks = {
    ...(asked.askId !== '' && { askId: asked.askId }),
    ...(asked.source === 'agent' && (isChoice ? askedByAgent(choices[verdict]) : { source: 'agent' })),
  }
  const { comparisons = [], exemplars = [] } = annotations
  return {
    comparisons: comparisons.map((comparison) => ({ ...comparison, ...marks })),
    exemplars: exemplars.map((exemplar) => ({ ...exemplar, ...marks })),
  }
}
