import type { Profile } from '@palate/client'
import { useEffect, useMemo, useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { useDimensionList } from '../../../api/dimensions.ts'
import { useShownFrames } from '../../../api/project-frames.ts'
import { useMay } from '../../../api/session.ts'
import { DropOverlay } from '../../../files/drop-overlay.tsx'
import { UploadNotes } from '../../../files/upload-notes.tsx'
import { useFileDrop } from '../../../files/use-file-drop.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { useWallKeys } from '../../../ui/pictures/use-wall-keys.ts'
import { EmptyState, ErrorNote, ErrorState, Loading } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { Lightbox } from '../lightbox/lightbox.tsx'
import { Survey, surveyMax, surveyMin } from '../lightbox/survey.tsx'
import { useKeys } from '../teach/keys/use-keys.ts'
import { useDimension } from '../teach/use-dimension.ts'
import { DropZone } from './drop-zone.tsx'
import { useExports } from './export/use-exports.ts'
import { Failures } from './failures.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { SideBySide } from './gallery/side-by-side.tsx'
import { Histogram } from './histogram/histogram.tsx'
import { useThreshold } from './histogram/use-threshold.ts'
import { RecentResults } from './recent-results.tsx'
import { ResultVersion } from './result-version.tsx'
import styles from './score.module.css'
import { parseAddresses, type ScoreItem } from './score-items.ts'
import { ScoreProgress } from './score-progress.tsx'
import { ScoreSelectionBar } from './score-selection-bar.tsx'
import { byPerson, personIn } from './score-states.ts'
import { ScoreToolbar, useFilter } from './score-toolbar.tsx'
import { onBranch, shownState } from './scored-version.ts'
import { failuresOf, filterRanked, rankItems, unscoredOf } from './scores.ts'
import { lastResult } from './scoring/use-batch-link.ts'
import { useRankings } from './scoring/use-rankings.ts'
import { ShareResult } from './share-result.tsx'
import { useAdding } from './use-adding.tsx'
import { useTeaching } from './use-teaching.ts'
import { useTrayOfResults } from './use-tray-of-results.tsx'
import { WhyPanel } from './why/why-panel.tsx'

/** Pictures ranked by their scores. */
export function ScorePage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Score · ${profile.name}`)
  const mayScore = useMay('score')
  const [opened, setOpened] = useState(0)
  const returnsTo = useLastResult(profile.id)
  const list = useDimensionList(profile.id)
  if (!mayScore) {
    return (
      <EmptyState title="This key cannot score">
        Sign in with a key that has the scope <code>score</code>.
      </EmptyState>
    )
  }
  if (returnsTo !== '') return <Redirect to={`/profiles/${profile.id}/score?${returnsTo}`} replace />
  if (list.isPending) return <Loading label="Opening the page" />
  if (list.data === undefined) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const learned = list.data.dimensions.flatMap(({ name, kind }) => (kind === 'learned' ? [name] : []))
  // Another result is another page.
  return <Scoring key={opened} profile={profile} learned={learned} onOther={() => setOpened(opened + 1)} />
}

/** Opened without a result, the page returns to the last one. */
function useLastResult(profileId: string): string {
  const [params] = useSearchParams()
  const [isOpened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  const isAsked = [...params.keys()].some((name) => name !== 'branch')
  return isOpened || isAsked ? '' : lastResult(profileId)
}

interface ScoringProps {
  readonly profile: Profile
  readonly learned: readonly string[]
  /** The address names another result. */
  readonly onOther: () => void
}

function Scoring({ profile, learned, onOther }: ScoringProps) {
  const mayKeep = useMay('teach', 'write')
  const mayShare = useMay('write')
  const [isSharing, setSharing] = useState(false)
  const { dimension } = useDimension()
  const [pinnedInUrl] = useSearchParam('pinned')
  const [person] = useSearchParam('person')
  const pinned = byPerson(person, pinnedInUrl || 'now')
  const [beside] = useSearchParam('beside')
  const rankings = useRankings({ profile, learned, dimension, pinned, beside, onOther })
  const { items, add, addFiles, uploads, first, second } = rankings
  // What is named is what the results are of, also after the branch has moved on.
  const named = shownState(profile, pinned, first.at)
  const namedBeside = beside === '' ? '' : shownState(profile, beside, second.at)
  const state = onBranch(profile, named)
  const choice = useThreshold(profile, state, dimension, learned.includes(dimension))
  const { threshold } = choice
  const [filter] = useFilter()
  const [isKept, setKept] = useState(mayKeep)
  const [lookedAt, lookAt] = useSearchParam('picture', 'replace')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isSelecting, setSelecting] = useState(false)
  const [surveyed, setSurveyed] = useState<readonly ScoreItem[]>([])
  const { labels, labelled, taught, ...teaching } = useTeaching(profile, dimension, rankings.change)
  const { toTray, dialog: trayDialog } = useTrayOfResults({ profile, items, onStored: rankings.change })
  const [open, setOpen] = useState<string>()
  const [isChoosing, setChoosing] = useState(false)
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
  const adding = useAdding({ profile, onFiles: takeFiles, onItems: add })

  const ranked = useMemo(() => rankItems(items, first.results, dimension), [items, first.results, dimension])
  const other = useMemo(
    () => (beside === '' ? undefined : rankItems(items, second.results, dimension)),
    [items, second.results, dimension, beside],
  )
  const scores = useMemo(() => ranked.map(({ score }) => score), [ranked])
  const filtered = (frames: typeof ranked) =>
    filterRanked(frames, filter, threshold, (item) => taught(item) !== undefined)
  const exported = { profile, state, items, ranked, results: first.results, dimension, threshold, shown }
  const exports = useExports({ ...exported, dimensions: rankings.dimensions })
  const shownRanked = filtered(ranked)
  const chosenRanked = shownRanked.filter(({ item }) => selected.has(item.key))
  const chosen = chosenRanked.map(({ item }) => item)
  const clear = () => setSelected(new Set())
  const current = items.find(({ key }) => key === lookedAt)
  const label = (value: 'good' | 'bad') => {
    if (chosen.length > 0) void teaching.teachAll(chosen, value)
    else if (current) void teaching.teach(current, value)
  }
  const removeLabels = () => teaching.removeAll(chosen)
  useKeys({
    ...(mayKeep && { good: () => label('good'), bad: () => label('bad') }),
    ...(mayKeep && chosen.length > 0 && { clear: removeLabels }),
  })
  const selectAll = () => setSelected(new Set(shownRanked.map(({ item }) => item.key)))
  const closeReasons = current ? () => lookAt('') : undefined
  useWallKeys({
    onSelectAll: shownRanked.length > 0 ? selectAll : undefined,
    onClear: chosen.length > 0 ? clear : closeReasons,
  })
  const openPicture = (key: string | undefined) => {
    setOpen(key)
    if (key !== undefined) lookAt(key)
  }
  const maySurvey = chosen.length >= surveyMin && chosen.length <= surveyMax
  // What is selected, or else what the filter shows.
  const meant = chosen.length > 0 ? chosenRanked : shownRanked
  // A share shows what the team says.
  const onShare = mayShare && shownRanked.length > 0 && person === '' ? () => setSharing(true) : undefined
  const gallery = {
    ...{ shown, current: lookedAt, threshold, taught, onLook: lookAt, onOpen: setOpen },
    ...{ selection: { selected, isSelecting, onSelect: setSelected }, isInOrder: filter !== 'uncertain' },
    ...(mayKeep && { onTeach: teaching.teach }),
  }
  const large = (item: ScoreItem) => ({ ...labelled(item), whole: framesOf(item).whole ?? shown(item) })
  const version = (
    <ResultVersion
      {...{ profile, state: pinned, at: first.at }}
      isOutdated={rankings.areOutdated}
      isScoring={first.progress !== undefined}
      onUpdate={rankings.update}
    />
  )

  return (
    <div className={styles.score} data-selecting={chosen.length > 0 || undefined}>
      <div className={styles.controls}>
        <ScoreToolbar
          profile={profile}
          adding={adding}
          shown={personIn(named).team}
          {...(items.length > 0 && {
            results: {
              ...exports,
              ...{
                shareCount: meant.length,
                onShare,
                onTray: () => toTray(meant.map(({ item }) => item)),
                onSelectAll: selectAll,
                selecting: { isOn: isSelecting, toggle: () => setSelecting(!isSelecting) },
                onAgain: rankings.update,
                onClear: rankings.startOver,
              },
              onRecent: () => setChoosing(true),
            },
          })}
        />
        {ranked.length > 0 ? (
          <Histogram scores={scores} dimension={dimension} choice={choice}>
            {rankings.areOutdated ? null : version}
          </Histogram>
        ) : null}
      </div>
      {items.length === 0 ? (
        <>
          <DropZone profile={profile} adding={adding} isKept={isKept} onKeptChange={setKept} />
          <RecentResults profile={profile} />
        </>
      ) : null}
      <Dialog title="Recent results" isOpen={isChoosing} onClose={() => setChoosing(false)}>
        <RecentResults profile={profile} />
      </Dialog>
      {adding.elements}
      <ShareResult
        {...{ profile, state, ranked: meant, dimension, threshold }}
        isOpen={isSharing}
        onClose={() => setSharing(false)}
      />
      <DropOverlay isShown={isOver} text="Drop to score" />
      <UploadNotes uploads={uploads} onRetry={takeFiles} />
      <ErrorNote error={first.error ?? second.error ?? exports.error} />
      <ScoreProgress
        progress={first.progress ?? second.progress}
        onStop={() => [first, second].map(({ stop }) => stop())}
        left={first.isStopped ? unscoredOf(items, first.results).length : 0}
        onGoOn={rankings.scoreUnscored}
      />
      {ranked.length > 0 && rankings.areOutdated ? version : null}
      {ranked.length > 0 && filtered(ranked).length === 0 ? (
        <EmptyState title="No pictures here">None of the pictures match the filter.</EmptyState>
      ) : null}
      <div className={styles.results} data-why={current !== undefined || undefined}>
        {other ? (
          <SideBySide
            {...gallery}
            profile={profile}
            states={[personIn(named).team, namedBeside]}
            first={filtered(ranked)}
            second={filtered(other)}
          />
        ) : (
          <Gallery {...gallery} ranked={filtered(ranked)} label="Ranked pictures" />
        )}
        {current ? (
          <WhyPanel
            profile={profile}
            item={current}
            src={shown(current)}
            dimension={dimension}
            threshold={threshold}
            states={beside === '' ? [state] : [state, onBranch(profile, namedBeside)]}
            taught={taught(current)}
            onOpen={() => setOpen(current.key)}
            onClose={() => lookAt('')}
            onTray={() => toTray([current])}
            {...(mayKeep && { onTeach: (value: 'good' | 'bad') => void teaching.teach(current, value) })}
          />
        ) : null}
      </div>
      <Lightbox
        profile={profile}
        items={open === undefined ? [] : ranked.map(({ item }) => large(item))}
        labels={labels}
        open={open}
        onOpen={openPicture}
        onJudge={(key, value) => {
          const item = items.find((one) => one.key === key)
          if (item) void teaching.teach(item, value)
        }}
      />
      <Survey
        items={surveyed.map(large)}
        labels={{
          ...labels,
          judge: ({ key }, value) =>
            void teaching.teachAll(
              surveyed.filter((item) => item.key === key),
              value,
            ),
        }}
        onClose={() => setSurveyed([])}
      />
      <ScoreSelectionBar
        profile={profile}
        count={chosen.length}
        onLabel={mayKeep ? label : undefined}
        onRemoveLabels={removeLabels}
        onSurvey={maySurvey ? () => setSurveyed(chosen) : undefined}
        onTray={() => toTray(chosen)}
        onClear={clear}
      />
      {trayDialog}
      <Failures failures={failuresOf(items, first.results)} onRetry={(failed) => void rankings.score(failed)} />
    </div>
  )
}
