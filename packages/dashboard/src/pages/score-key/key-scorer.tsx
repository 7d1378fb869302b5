import { useMemo, useState } from 'react'
import { AddPictures } from '../../files/add-pictures.tsx'
import { DropOverlay } from '../../files/drop-overlay.tsx'
import { useFileDrop } from '../../files/use-file-drop.ts'
import { EmptyState, ErrorNote } from '../../ui/states.tsx'
import { Failures } from '../profile/score/failures.tsx'
import { Gallery } from '../profile/score/gallery/gallery.tsx'
import { parseAddresses } from '../profile/score/score-items.ts'
import { ScoreProgress } from '../profile/score/score-progress.tsx'
import { failuresOf, rankItems, unscoredOf } from '../profile/score/scores.ts'
import { useScoring } from '../profile/score/scoring/use-scoring.ts'
import { useScoreItems } from '../profile/score/use-score-items.ts'

const dimension = 'aesthetics'

/** Ranks pictures. Files are sent for scoring only and not kept. */
export function KeyScorer({ profileId, threshold }: { profileId: string; threshold: number | undefined }) {
  const scoring = useScoring(profileId, 'now', [dimension])
  const { items, latest, add, addFiles } = useScoreItems('', scoreUnscored)
  function scoreUnscored() {
    void scoring.score(unscoredOf(latest.current, scoring.results))
  }
  const [current, setCurrent] = useState('')
  const takeFiles = (files: readonly File[]) => void addFiles(files, false)
  const isOver = useFileDrop({ onFiles: takeFiles, onText: (text) => add(parseAddresses(text).items) })
  const ranked = useMemo(() => rankItems(items, scoring.results, dimension), [items, scoring.results])
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title="Drop pictures or URLs here" action={<AddPictures look="primary" onFiles={takeFiles} />}>
          They are sent for scoring only and not kept.
        </EmptyState>
      ) : (
        <div>
          <AddPictures look="primary" onFiles={takeFiles} />
        </div>
      )}
      <DropOverlay isShown={isOver} text="Drop to score" />
      <ErrorNote error={scoring.error} />
      <ScoreProgress
        progress={scoring.progress}
        onStop={scoring.stop}
        left={scoring.isStopped ? unscoredOf(items, scoring.results).length : 0}
        onGoOn={scoreUnscored}
      />
      <Gallery
        {...{ ranked, threshold, current, onLook: setCurrent, onOpen: () => setCurrent('') }}
        label="Ranked pictures"
        shown={({ small }) => small}
        taught={() => undefined}
      />
      <Failures failures={failuresOf(items, scoring.results)} onRetry={(failed) => void scoring.score(failed)} />
    </>
  )
}
