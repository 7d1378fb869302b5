import type { LibraryFrame, Profile } from '@palate/client'
import { useMemo, useState } from 'react'
import { libraryPath } from '../../../api/frame-names.ts'
import { useLibrary } from '../../../api/library.ts'
import { useLibraryScores } from '../../../api/library-scores.ts'
import { useMay } from '../../../api/session.ts'
import { useSimilarFrames, useStacks } from '../../../api/similar-frames.ts'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { usePreferences } from '../../../state/preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { Toggle } from '../../../ui/forms/toggle.tsx'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { focusedKey, useWallKeys } from '../../../ui/pictures/use-wall-keys.ts'
import { EmptyState, ErrorNote, ErrorState, Loading } from '../../../ui/states.tsx'
import { Lightbox } from '../lightbox/lightbox.tsx'
import { Survey, surveyMax, surveyMin } from '../lightbox/survey.tsx'
import { type Label, useLabels } from '../lightbox/use-labels.ts'
import { useKeys } from '../teach/keys/use-keys.ts'
import { dimensionMember } from '../teach/pairs.ts'
import { useAddedPictures } from '../teach/use-added-pictures.tsx'
import { useDimension } from '../teach/use-dimension.ts'
import styles from './library.module.css'
import { LibraryFilters, useLibraryFilter } from './library-filters.tsx'
import { filterLibrary, isFiltering, type LibraryItem, libraryItems, sortLibrary, tagsOf } from './library-items.ts'
import { LibraryScoresNote } from './library-scores-note.tsx'
import { stackLibrary } from './library-stacks.ts'
import { LibraryWall } from './library-wall.tsx'
import { SavedViews } from './saved-views.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { wallSizeFor } from './wall-size.ts'

const noStacks: readonly (readonly string[])[] = []

const noFrames: readonly LibraryFrame[] = []

/** The pictures of the project: find, label, delete, and pick some for teaching or scoring. */
export function LibraryPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Library · ${profile.name}`)
  const { dimension } = useDimension()
  const mayTeach = useMay('teach', 'write')
  const library = useLibrary(profile.projectId)
  const scored = useLibraryScores(profile, library.data ?? noFrames, dimension)
  const labels = useLabels(profile)
  const { filter, sorting } = useLibraryFilter()
  const [like, setLike] = useSearchParam('like')
  const [{ picturesOnScreen, stacks: hasStacks }, changePreferences] = usePreferences()
  const [openStacks, setOpenStacks] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isSelecting, setSelecting] = useState(false)
  const [open, setOpen] = useState<string>()
  // A picture that a filter no longer shows stays in the full-screen view.
  const [leafed, setLeafed] = useState<readonly LibraryItem[]>([])
  const [surveyed, setSurveyed] = useState<readonly string[]>([])
  const { bring, notes } = useAddedPictures(profile, {})
  const items = useMemo(() => libraryItems(library.data ?? noFrames, scored.scores), [library.data, scored.scores])
  const tags = useMemo(() => tagsOf(items), [items])
  const sorted = useMemo(() => sortLibrary(items, sorting), [items, sorting])
  const byKey = useMemo(() => new Map(items.map((item) => [item.key, item])), [items])
  const original = byKey.get(like)
  const similar = useSimilarFrames(original ? like : '')
  const ordered = useMemo(() => {
    if (!original) return sorted
    return [original, ...(similar.data ?? []).flatMap((key) => byKey.get(key) ?? [])]
  }, [original, similar.data, byKey, sorted])
  const areStacked = hasStacks && !original
  const found = useStacks(profile.projectId, library.data ?? noFrames, areStacked).data
  const stacks = areStacked && found ? found : noStacks
  const labelled = ({ key, name, url }: LibraryItem) => ({
    ...{ key, name, whole: libraryPath(key) },
    about: { frameId: key, url, ...dimensionMember(dimension) },
  })
  // Looked up once for each rendering of the page: the wall asks again while it is scrolled.
  const knownLabels = new Map<string, Label | undefined>()
  const labelOf = (item: LibraryItem) => {
    if (!knownLabels.has(item.key)) knownLabels.set(item.key, labels.labelOf(labelled(item)))
    return knownLabels.get(item.key)
  }
  const filtered = isFiltering(filter) ? filterLibrary(ordered, filter, labelOf) : ordered
  const shown = useMemo(() => stackLibrary(filtered, stacks, openStacks), [filtered, stacks, openStacks])
  const chosen = shown.filter(({ key }) => selected.has(key))
  const size = useMemo(() => wallSizeFor(picturesOnScreen, tags.length > 0), [picturesOnScreen, tags])
  const clear = () => setSelected(new Set())
  const selectAll = () => setSelected(new Set(shown.map(({ key }) => key)))
  /** The selected pictures, or the one with the focus. */
  const meantItems = () => {
    if (chosen.length > 0) return chosen
    const key = focusedKey()
    return shown.filter((item) => item.key === key)
  }
  const label = (value: 'good' | 'bad') => labels.judgeAll(meantItems().map(labelled), value)
  const removeLabels = () => labels.removeAll(meantItems().map(labelled))
  const keepBest = () => {
    const tops = meantItems().flatMap(({ stack = [] }) => (stack.length > 0 ? [stack] : []))
    if (tops.length === 0) return
    labels.judgeEach(
      [
        { items: tops.flatMap(([best]) => (best ? [labelled(best)] : [])), label: 'good' },
        { items: tops.flatMap(([, ...rest]) => rest.map(labelled)), label: 'bad' },
      ],
      `Kept the best of ${counted(tops.length, 'stack')} and rejected the rest`,
    )
  }
  const toggleStack = (key: string) => {
    const keys = shown.find((item) => item.key === key)?.stack?.map((one) => one.key) ?? []
    const isOpen = keys.some((one) => openStacks.has(one))
    setOpenStacks(new Set([...openStacks].filter((one) => !keys.includes(one)).concat(isOpen ? [] : keys)))
  }
  const maySurvey = chosen.length >= surveyMin && chosen.length <= surveyMax
  const survey = () => setSurveyed(chosen.map(({ key }) => key))
  const [onlyOne] = chosen.length === 1 ? chosen : []
  const showLike = (key: string) => {
    clear()
    setLike(key)
    window.scrollTo({ top: 0 })
  }
  const openOne = (key: string) => {
    if (maySurvey && selected.has(key)) survey()
    else {
      setLeafed(shown)
      setOpen(key)
    }
  }
  useKeys({
    stack: () => {
      for (const { key } of meantItems().slice(0, 1)) toggleStack(key)
    },
    ...(mayTeach && {
      ...{ good: () => label('good'), bad: () => label('bad') },
      ...{ clear: removeLabels, keep: keepBest },
    }),
  })
  useWallKeys({ onSelectAll: selectAll, onClear: chosen.length > 0 ? clear : undefined })
  if (library.isPending) return <Loading label="Loading the library" />
  if (library.data === undefined) return <ErrorState error={library.error} onRetry={() => void library.refetch()} />
  return (
    <div className={styles.library} data-selecting={chosen.length > 0 || undefined}>
      {notes}
      {items.length === 0 ? (
        <EmptyState
          title="The library is empty"
          action={mayTeach ? <AddPictures look="primary" onFiles={bring} /> : undefined}
        >
          Drop pictures here. Every profile of “{profile.projectId}” can use them.
        </EmptyState>
      ) : (
        <>
          <div className={styles.controls}>
            <LibraryFilters tags={tags} onFiles={mayTeach ? bring : undefined} />
            <div className={styles.count}>
              <SavedViews projectId={profile.projectId} />
              <p role="status">
                {filtered.length === items.length
                  ? counted(items.length, 'picture')
                  : `${filtered.length.toLocaleString('en')} of ${counted(items.length, 'picture')}`}
                <LibraryScoresNote profile={profile} scored={scored} />
              </p>
              {original ? (
                <span className={styles.like}>
                  Like {original.name}
                  <Button look="quiet" onPress={() => setLike('')}>
                    Show all
                  </Button>
                </span>
              ) : (
                <Toggle isSelected={hasStacks} onChange={(isOn) => changePreferences({ stacks: isOn })}>
                  {stacks.length === 0 ? 'Stacks' : counted(stacks.length, 'stack')}
                </Toggle>
              )}
              <span className={styles.touchOnly}>
                <Button look="quiet" aria-pressed={isSelecting} onPress={() => setSelecting(!isSelecting)}>
                  Select
                </Button>
              </span>
              <Button look="quiet" onPress={selectAll}>
                Select all
              </Button>
            </div>
          </div>
          <ErrorNote error={similar.error} />
          {original && similar.isPending ? <Loading label="Comparing the pictures" /> : null}
          {shown.length === 0 ? (
            <EmptyState title="No pictures found">Change the search or the filters.</EmptyState>
          ) : null}
          <LibraryWall
            items={shown}
            size={size}
            labelOf={labelOf}
            selected={selected}
            isSelecting={isSelecting}
            onSelect={setSelected}
            onOpen={openOne}
            onStack={toggleStack}
          />
        </>
      )}
      <SelectionBar
        profile={profile}
        chosen={chosen}
        tags={tags}
        onClear={clear}
        onLabel={label}
        onRemoveLabels={removeLabels}
        onSurvey={maySurvey ? survey : undefined}
        onLike={onlyOne ? () => showLike(onlyOne.key) : undefined}
        onKeepBest={chosen.some(({ stack }) => stack) ? keepBest : undefined}
      />
      <Lightbox
        profile={profile}
        items={open === undefined ? [] : leafed.map(labelled)}
        labels={labels}
        open={open}
        onOpen={setOpen}
      />
      <Survey
        items={sorted.filter(({ key }) => surveyed.includes(key)).map(labelled)}
        labels={labels}
        onClose={() => setSurveyed([])}
      />
    </div>
  )
}
