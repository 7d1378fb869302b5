import type { Profile } from '@palate/client'
import { useState } from 'react'
import { useDimensionList } from '../../../api/dimensions.ts'
import { useShownFrames } from '../../../api/project-frames.ts'
import { useMay } from '../../../api/session.ts'
import { DropOverlay } from '../../../files/drop-overlay.tsx'
import { UploadNotes } from '../../../files/upload-notes.tsx'
import { useFileDrop } from '../../../files/use-file-drop.ts'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { EmptyState, ErrorNote, ErrorState, Loading } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { Lightbox } from '../lightbox/lightbox.tsx'
import { useKeys } from '../teach/keys/use-keys.ts'
import { useDimension } from '../teach/use-dimension.ts'
import { AddToScore } from './add-to-score.tsx'
import { Exports } from './export/exports.tsx'
import { Failures } from './failures.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { SideBySide } from './gallery/side-by-side.tsx'
import { Histogram } from './histogram/histogram.tsx'
import { useThreshold } from './histogram/use-threshold.ts'
import styles from './score.module.css'
import { ScoreBar } from './score-bar.tsx'
import { parseAddresses, type ScoreItem } from './score-items.ts'
import { ScoreProgress } from './score-progress.tsx'
import { failuresOf, rankItems, unscoredOf } from './scores.ts'
import { useRankings } from './scoring/use-rankings.ts'
import { useTeaching } from './use-teaching.ts'
import { WhyPanel } from './why/why-panel.tsx'

/** Pictures ranked by their scores. */
export function ScorePage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Score · ${profile.name}`)
  const mayScore = useMay('score')
  const list = useDimensionList(profile.id)
  if (!mayScore) {
    return (
      <EmptyState title="This key cannot score">
        Sign in with a key that has the scope <code>score</code>.
      </EmptyState>
    )
  }
  if (list.isPending) return <Loading label="Opening the page" />
  if (list.data === undefined) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const learned = list.data.dimensions.flatMap(({ name, kind }) => (kind === 'learned' ? [name] : []))
  return <Scoring profile={profile} learned={learned} />
}

function Scoring({ profile, learned }: { readonly profile: Profile; readonly learned: readonly string[] }) {
  const mayKeep = useMay('teach', 'write')
  const { dimension } = useDimension()
  const [pinned] = useSearchParam('pinned')
  const [beside] = useSearchParam('beside')
  const [threshold, setThreshold] = useThreshold()
  const [isKept, setKept] = useState(mayKeep)
  const [selected, setSelected] = useSearchParam('picture', 'replace')
  const rankings = useRankings(profile, learned, dimension, pinned || 'now', beside)
  const { items, add, addFiles, uploads, first, second } = rankings
  const { labels, labelled, taught, teach } = useTeaching(profile, dimension, rankings.change)
  const [open, setOpen] = useState<string>()
  const frames = useShownFrames(profile.projectId)
  const framesOf = ({ frameId, url }: ScoreItem) => frames.shown({ id: frameId, url: url ?? null })
  const shown = (item: ScoreItem) => item.small ?? framesOf(item).small

  const takeFiles = (files: readonly File[]) => void addFiles(files, isKept && mayKeep)
  const takeText = (text: string) => {
    const { items: found, rejected } = parseAddresses(text)
    add(found)
    if (found.length === 0) showToast(`Not a URL: ${rejected.slice(0, 3).join(' ')}`)
  }
  const isOver = useFileDrop({ onFiles: takeFiles, onText: takeText })

  const ranked = rankItems(items, first.results, dimension)
  const other = beside === '' ? undefined : rankItems(items, second.results, dimension)
  const current = items.find(({ key }) => key === selected)
  const label = (value: 'good' | 'bad') => () => {
    if (current && mayKeep) void teach(current, value)
  }
  useKeys({ good: label('good'), bad: label('bad') })
  const openPicture = (key: string | undefined) => {
    setOpen(key)
    if (key !== undefined) setSelected(key)
  }
  const gallery = {
    shown,
    selected,
    onSelect: setSelected,
    onOpen: setOpen,
    taught,
    ...(mayKeep && { onTeach: teach }),
  }

  return (
    <div className={styles.score}>
      <ScoreBar profile={profile} />
      <AddToScore
        profile={profile}
        isEmpty={items.length === 0}
        isKept={isKept}
        onKeptChange={setKept}
        onFiles={takeFiles}
        onItems={add}
        {...(items.length > 0 && {
          onAgain: rankings.scoreAgain,
          onClear: rankings.startOver,
        })}
      />
      <DropOverlay isShown={isOver} text="Drop to score" />
      <UploadNotes pending={uploads.pending} failed={uploads.failed} onRetry={takeFiles} onDismiss={uploads.dismiss} />
      <ErrorNote error={first.error ?? second.error} />
      <ScoreProgress
        progress={first.progress ?? second.progress}
        onStop={() => [first, second].map(({ stop }) => stop())}
        left={first.isStopped ? unscoredOf(items, first.results).length : 0}
        onGoOn={rankings.scoreUnscored}
      />
      {ranked.length > 0 ? (
        <Histogram
          scores={ranked.map(({ score }) => score)}
          dimension={dimension}
          threshold={threshold}
          onThreshold={setThreshold}
        />
      ) : null}
      {ranked.length > 0 ? (
        <Exports
          profile={profile}
          state={pinned || 'now'}
          items={items}
          ranked={ranked}
          results={first.results}
          dimension={dimension}
          dimensions={rankings.dimensions}
          threshold={threshold}
          shown={shown}
        />
      ) : null}
      <div className={styles.results} data-why={current !== undefined || undefined}>
        {other ? (
          <SideBySide {...gallery} profile={profile} first={ranked} second={other} threshold={threshold} />
        ) : (
          <Gallery {...gallery} ranked={ranked} threshold={threshold} label="Ranked pictures" />
        )}
        {current ? (
          <WhyPanel
            profile={profile}
            item={current}
            src={shown(current)}
            dimension={dimension}
            states={beside === '' ? [pinned || 'now'] : [pinned || 'now', beside]}
            taught={taught(current)}
            onOpen={() => setOpen(current.key)}
            onClose={() => setSelected('')}
            {...(mayKeep && { onTeach: (value: 'good' | 'bad') => void teach(current, value) })}
          />
        ) : null}
      </div>
      <Lightbox
        profile={profile}
        items={ranked.map(({ item }) => ({ ...labelled(item), whole: framesOf(item).whole ?? shown(item) }))}
        labels={labels}
        open={open}
        onOpen={openPicture}
        onJudge={(key, value) => {
          const item = items.find((one) => one.key === key)
          if (item) void teach(item, value)
        }}
      />
      <Failures failures={failuresOf(items, first.results)} onRetry={(some) => void rankings.score(some)} />
    </div>
  )
}
