import type { Constraint, Diagnostics, Profile } from '@palate/client'
import { understoodAnswers } from '@palate/core/taste/summary/understood-answers.ts'
import { useState } from 'react'
import { useMay } from '../../../api/session.ts'
import { addition, removal, restoration, undo } from '../../../judgements/judgement.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Card } from '../../../ui/layout/page.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { AnswerForm, changedAnswer } from '../answers/answer-tools.tsx'
import { questionOf, textOf } from '../diff/describe-elements.ts'
import { EditDialog } from '../header/edit-dialog.tsx'
import { useDigits } from '../teach/keys/use-keys.ts'
import { elementsNow } from '../uncommitted.ts'
import styles from './contradictions.module.css'

export type WordsQuestion = Diagnostics['wordsAgainstPictures'][number]

interface Props {
  readonly profile: Profile
  readonly question: WordsQuestion
  /** Whether the keys 1 and 2 answer it. */
  readonly isFirst: boolean
  /** `undone`: it is open again. */
  readonly onSettled: (undone: boolean) => void
}

/** Words that ask for the opposite of what the good pictures show: the owner keeps the words or the pictures. */
export function WordsQuestionCard({ profile, question, isFirst, onSettled }: Props) {
  const mayTeach = useMay('teach', 'write')
  const mayWrite = useMay('write')
  const { queue } = useJudgements(profile.id)
  const [isChanging, setChanging] = useState(false)
  const { answer, phrase, attribute, statement, good, bad, pictures } = question
  const constraint = elementsNow(profile, 'constraints').find(({ id }) => id === answer)
  const isSeed = answer === 'seed' && !constraint

  const keepWords = () => {
    const confirmed = [...(Array.isArray(constraint?.confirmed) ? constraint.confirmed : []), attribute]
    const kept: Constraint = constraint ? changedAnswer(constraint, { confirmed }) : { answer: phrase, confirmed }
    const added = addition({ constraints: [kept] })
    queue.add(added)
    settled(() => queue.add(undo(added)))
  }
  const keepPictures = () => {
    // Other words of the answer, and the description, are for the owner to write.
    if (!constraint || !saysOnly(constraint, phrase)) return setChanging(true)
    const ids = [answer]
    queue.add(removal(ids))
    settled(() => queue.add(restoration(profile, 'constraints', ids)))
  }
  function settled(run: () => void) {
    onSettled(false)
    const undoIt = () => {
      run()
      onSettled(true)
    }
    showToast('Settled. It counts once you save a version.', { label: 'Undo', run: undoIt })
  }
  const may = mayTeach && (!isSeed || mayWrite)
  useDigits((digit) => {
    if (!isFirst || !may || isChanging) return
    if (digit === 1) keepWords()
    if (digit === 2) keepPictures()
  })

  return (
    <Card title={statement}>
      <p className={styles.soft}>{evidenceOf(good, bad)}</p>
      <ul className={styles.three} aria-label="The good pictures that show it most">
        {pictures.map((src) => (
          <li key={src} className={styles.picture}>
            <Picture src={src} alt="" fit="contain" />
          </li>
        ))}
      </ul>
      {may ? (
        <div className={styles.choices}>
          <Button onPress={keepWords}>
            {isFirst ? <Kbd>1</Kbd> : null}
            Keep the words
          </Button>
          <Button onPress={keepPictures}>
            {isFirst ? <Kbd>2</Kbd> : null}
            Keep the pictures
          </Button>
        </div>
      ) : null}
      {isSeed ? <EditDialog profile={profile} isOpen={isChanging} onClose={() => setChanging(false)} /> : null}
      {constraint ? (
        <Dialog title={questionOf(constraint)} isOpen={isChanging} onClose={() => setChanging(false)}>
          <AnswerForm
            answer={textOf(constraint.answer)}
            onCancel={() => setChanging(false)}
            onSave={(text) => {
              const added = addition({ constraints: [changedAnswer(constraint, { answer: text })] })
              queue.add(added)
              setChanging(false)
              settled(() => queue.add(undo(added)))
            }}
          />
        </Dialog>
      ) : null}
    </Card>
  )
}

function evidenceOf(good: WordsQuestion['good'], bad: WordsQuestion['bad']): string {
  const others = bad.of === 0 ? '' : ` and ${bad.count} of ${bad.of} bad ones`
  return `${good.count} of ${good.of} good pictures${others} show it. Which counts?`
}

function saysOnly(constraint: Constraint, phrase: string): boolean {
  const [understood] = understoodAnswers(null, [{ ...constraint, id: constraint.id ?? '' }])
  return understood?.notUnderstood.length === 0 && understood.wishes.every((wish) => wish.phrase === phrase)
}
