import type { Constraint, Profile } from '@palate/client'
import { useCallback, useEffect, useState } from 'react'
import { fetchSuggestions, useNeed } from '../../../../api/suggestions.ts'
import { type Addition, addition } from '../../../../judgements/judgement.ts'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { onReconnect } from '../../../../state/connection.ts'
import { EmptyState, ErrorState, Loading } from '../../../../ui/states.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { LearnedPanel } from '../learned/learned-panel.tsx'
import { useLearned } from '../learned/use-learned.ts'
import { dimensionMember } from '../pairs.ts'
import { isUsedUp } from '../progress.ts'
import teachStyles from '../teach.module.css'
import { TeachBar } from '../teach-bar.tsx'
import { TeachNotices, TeachProgress } from '../teach-progress.tsx'
import { useAddedPictures } from '../use-added-pictures.tsx'
import styles from './answer.module.css'
import { AnswerList } from './answer-list.tsx'
import { OwnWords } from './own-words.tsx'
import type { Question } from './question.ts'
import { QuestionCard } from './question-card.tsx'

/** An answered question; a skipped one has no judgement. */
interface Step {
  readonly question?: Question
  readonly judgement?: Addition
}

const questionsAtOnce = 10

/** Questions with quick answers, and free text. */
export function AnswerPage({ profile, dimension }: { readonly profile: Profile; readonly dimension: string }) {
  const { queue, state } = useJudgements(profile.id)
  const settled = useCallback(() => queue.settled(), [queue])
  const asking = useQuestions(profile, dimension, settled)
  const need = useNeed(profile.id, dimension, asking.isLoading)
  const learning = useLearned(profile, dimension, settled, !asking.isLoading)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const { bring, notes } = useAddedPictures(profile, { onEnd: () => showToast('Added to the library.') })
  const budget = state.answer ?? profile.profileData.budget
  const isFull = isUsedUp(budget, 'questions')
  const seen = new Set(steps.flatMap(({ question }) => (question ? [question.id] : [])))
  const question = asking.questions.find(({ id }) => !seen.has(id))

  const send = (constraint: Constraint, step: Step) => {
    if (isFull) return false
    const judgement = addition({ constraints: [{ ...constraint, ...dimensionMember(dimension) }] })
    queue.add(judgement)
    setSteps([...steps, { ...step, judgement }])
    learning.judged()
    return true
  }
  const answer = (words: string) => {
    if (!question) return false
    const { id, category, question: text } = question
    return send({ questionId: id, category, question: text, answer: words }, { question })
  }
  const takeBack = () => {
    const last = steps.at(-1)
    if (!last) return
    setSteps(steps.slice(0, -1))
    if (last.judgement === undefined) return
    queue.takeBack(last.judgement)
    learning.tookBack()
  }

  return (
    <>
      <TeachBar profile={profile} onFiles={bring}>
        <TeachProgress profile={profile} counter="questions" need={need} count={learning.count} />
      </TeachBar>
      <TeachNotices profile={profile} counter="questions" />
      {notes}
      <div className={teachStyles.beside}>
        <div className={styles.columns}>
          {question ? (
            <QuestionCard
              key={question.id}
              question={question}
              onAnswer={answer}
              onSkip={() => setSteps([...steps, { question }])}
              {...(steps.length > 0 && { onTakeBack: takeBack })}
            />
          ) : asking.error !== null ? (
            <ErrorState error={asking.error} onRetry={() => void asking.ask()} />
          ) : asking.isLoading ? (
            <Loading label="Loading questions" />
          ) : (
            <EmptyState title="No more questions">
              Add anything else in your own words, or compare pictures: from here on they teach more than words.
            </EmptyState>
          )}
          <OwnWords
            isDisabled={isFull}
            // Without a question, so that it does not replace what was said before.
            onSay={(words) => send({ category: 'own words', answer: words }, {})}
          />
        </div>
        <LearnedPanel profile={profile} dimension={dimension} learning={learning} need={need} />
      </div>
      <AnswerList profile={profile} dimension={dimension} />
    </>
  )
}

function useQuestions(profile: Profile, dimension: string, settled: () => Promise<void>) {
  const [state, setState] = useState<{
    questions: readonly Question[]
    isLoading: boolean
    error: unknown
  }>({ questions: [], isLoading: true, error: null })
  const ask = useCallback(async () => {
    setState((old) => ({ ...old, isLoading: true, error: null }))
    try {
      await settled()
      const suggestions = await fetchSuggestions(profile.id, { kind: 'question', dimension, limit: questionsAtOnce })
      const questions = suggestions.filter((suggestion) => suggestion.kind === 'question')
      setState((old) => ({
        questions: [...old.questions, ...questions.filter(({ id }) => !old.questions.some((one) => one.id === id))],
        isLoading: false,
        error: null,
      }))
    } catch (error) {
      setState((old) => ({ ...old, isLoading: false, error }))
    }
  }, [profile.id, dimension, settled])
  useEffect(() => {
    void ask()
    return onReconnect(() => void ask())
  }, [ask])
  return { ...state, ask }
}
