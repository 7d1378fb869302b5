import type { NewAnnotations, Profile } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { comparedIdOf } from '@palate/core/frames/references.ts'
import { isId } from '@palate/core/ids.ts'
import { askedByAgent } from '@palate/core/profile/asked-choice.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { libraryIdOf } from '../../../../api/frame-names.ts'
import { useLibrary } from '../../../../api/library.ts'
import { palate } from '../../../../api/palate.ts'
import { type NamedFrame, useShownFrames } from '../../../../api/project-frames.ts'
import { type Addition, addition } from '../../../../judgements/judgement.ts'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { addUndoStep } from '../../../../state/undo-steps.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { describeError } from '../../../../ui/errors/describe-error.ts'
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
  const ask = useQuery({
    queryKey: ['ask', profile.id, askId],
    queryFn: ({ signal }) => palate.asks.get(profile.id, askId, { signal }),
    // Other ids belong to the client that made the link.
    enabled: isId('ask', askId),
    staleTime: 0,
    gcTime: 0,
  })
  const fileNames = useFileNames(profile.projectId)
  const [judged, setJudged] = useState<Addition | 'skipped'>()
  if (a === '' || b === '') {
    return <EmptyState title="This link is incomplete">It must name two pictures. Ask for a new one.</EmptyState>
  }
  const pair: Pair = { id: `${a} ${b}`, left: frameAt(a), right: frameAt(b), isRepeat: false }
  const judge = (verdict: Verdict) => {
    const judgement = addition(answerTo({ source, askId }, annotationsOf(pair, verdict, dimension), verdict))
    queue.add(judgement)
    setJudged(judgement)
    addUndoStep(profile.id, 'Chose between two pictures', () => {
      queue.takeBack(judgement)
      setJudged(undefined)
    })
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
  if (ask.data?.answer) {
    return <EmptyState title="Already answered">Somebody has chosen: {sayings[ask.data.answer.choice]}.</EmptyState>
  }
  if (ask.error) return <EmptyState title="This question is closed">{describeError(ask.error)}</EmptyState>
  if (!isReady || ask.isLoading) return <Loading label="Loading the two pictures" />
  return (
    <CompareStage
      pair={pair}
      dimension={dimension}
      upcoming={[]}
      shown={shown}
      onJudge={judge}
      onSkip={() => setJudged('skipped')}
      names={[nameOf(a, fileNames), nameOf(b, fileNames)]}
    />
  )
}

const sayings = {
  first: 'the first picture',
  second: 'the second picture',
  'no difference': 'no difference',
  'both good': 'both are good',
  'both bad': 'both are bad',
} as const

/** The name of a file of the library, or the end of a URL. */
function nameOf(url: string, fileNames: ReadonlyMap<string, string>): string {
  const libraryId = libraryIdOf(url)
  if (libraryId !== undefined) return pictureName(fileNames.get(libraryId) ?? libraryId)
  return pictureName(URL.parse(url)?.pathname.split('/').findLast(Boolean) ?? url)
}

function useFileNames(projectId: string): ReadonlyMap<string, string> {
  const { data } = useLibrary(projectId)
  return useMemo(
    () => new Map(data?.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const]))),
    [data],
  )
}

function frameAt(url: string): NamedFrame {
  return { id: comparedIdOf(url), url }
}

const choices = { left: 'first', right: 'second', tie: 'no difference' } as const

/** Marks the judgement, so that the command or agent that asked can find it. */
function answerTo(
  origin: { source: string; askId: string },
  annotations: NewAnnotations,
  verdict: Verdict,
): NewAnnotations {
  const isChoice = verdict !== 'good' && verdict !== 'bad'
  const marks = {
    ...(origin.askId !== '' && { askId: origin.askId }),
    ...(origin.source === 'agent' && (isChoice ? askedByAgent(choices[verdict]) : { source: 'agent' })),
  }
  const { comparisons = [], exemplars = [] } = annotations
  return {
    comparisons: comparisons.map((comparison) => ({ ...comparison, ...marks })),
    exemplars: exemplars.map((exemplar) => ({ ...exemplar, ...marks })),
  }
}
