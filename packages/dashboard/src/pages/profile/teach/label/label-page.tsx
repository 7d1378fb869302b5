import type { LibraryFrame, Profile } from '@palate/client'
import { useCallback, useState } from 'react'
import { useNeed } from '../../../../api/need.ts'
import { useShownFrames } from '../../../../api/project-frames.ts'
import { AddPictures } from '../../../../files/add-pictures.tsx'
import { DropOverlay } from '../../../../files/drop-overlay.tsx'
import { UploadNotes } from '../../../../files/upload-notes.tsx'
import { useFileDrop } from '../../../../files/use-file-drop.ts'
import { useUploads } from '../../../../files/use-uploads.ts'
import { addition } from '../../../../judgements/judgement.ts'
import { useJudgements } from '../../../../judgements/use-judgements.ts'
import { EmptyState, ErrorState, Loading } from '../../../../ui/states.tsx'
import { LearnedPanel } from '../learned/learned-panel.tsx'
import { useLearned } from '../learned/use-learned.ts'
import { labelOf } from '../pairs.ts'
import { isUsedUp } from '../progress.ts'
import { TeachProgress } from '../teach-progress.tsx'
import styles from './label.module.css'
import { type Label, type LabelItem, moved, restored, withBrought, withLabel, withSkip } from './label-deck.ts'
import { LabelStage } from './label-stage.tsx'
import { useLabelDeck } from './use-label-deck.ts'

/** One picture at a time: is it good? */
export function LabelPage({ profile, dimension }: { readonly profile: Profile; readonly dimension: string }) {
  const { queue, state } = useJudgements(profile.id)
  const settled = useCallback(() => queue.settled(), [queue])
  const { deck, setDeck, isLoading, error, ask } = useLabelDeck(profile, dimension, settled)
  const need = useNeed(profile.id, dimension)
  const learning = useLearned(profile, dimension, settled)
  const { shown, isReady } = useShownFrames(profile.projectId)
  const uploads = useUploads(profile.projectId)
  const [steps, setSteps] = useState<readonly LabelItem[]>([])
  const budget = state.answer ?? profile.profileData.budget
  const item = deck.items.find(({ frame }) => frame.id === deck.at)

  const bring = (files: readonly File[]) => {
    learning.close()
    const put = (frame: LibraryFrame, file: File) =>
      setDeck((old) => withBrought(old, [{ frame, name: frame.name ?? file.name }]))
    void uploads.upload(files, put)
  }
  const isOver = useFileDrop({ onFiles: bring })

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

  return (
    <>
      <TeachProgress profile={profile} counter="labels" need={need} count={learning.count} />
      <div className={styles.add}>
        <AddPictures onFiles={bring} />
        <p className={styles.hint}>
          Or drop or paste them anywhere. They are added to the library of “{profile.projectId}”.
        </p>
      </div>
      <UploadNotes pending={uploads.pending} failed={uploads.failed} onRetry={bring} onDismiss={uploads.dismiss} />
      <DropOverlay isShown={isOver} text="Drop to label" />
      {learning.learned ? (
        <LearnedPanel
          profile={profile}
          dimension={dimension}
          learned={learning.learned}
          need={need}
          onGoOn={learning.close}
        />
      ) : deck.items.length > 0 && isReady ? (
        <LabelStage
          deck={deck}
          dimension={dimension}
          shown={shown}
          onJudge={judge}
          onSkip={skip}
          onMove={(by) => setDeck(moved(deck, by))}
          onGoTo={(id) => setDeck({ ...deck, at: id })}
          {...(steps.length > 0 && { onTakeBack: takeBack })}
        />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void ask()} />
      ) : isLoading || uploads.pending > 0 || deck.items.length > 0 ? (
        <Loading label="Loading pictures to label" />
      ) : (
        <EmptyState title="No pictures to label" action={<AddPictures look="primary" onFiles={bring} />}>
          Add some that you like and some that you do not. Ten of each teach a lot.
        </EmptyState>
      )}
    </>
  )
}
