import type { LibraryFrame, Profile } from '@palate/client'
import { useMemo, useState } from 'react'
import { useLibrary } from '../../../api/library.ts'
import { useLibraryScores } from '../../../api/library-scores.ts'
import { useMay } from '../../../api/session.ts'
import { AddPictures } from '../../../files/add-pictures.tsx'
import { counted } from '../../../ui/format.ts'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { Lightbox } from '../lightbox/lightbox.tsx'
import { useLabels } from '../lightbox/use-labels.ts'
import { dimensionMember } from '../teach/pairs.ts'
import { useAddedPictures } from '../teach/use-added-pictures.tsx'
import { useDimension } from '../teach/use-dimension.ts'
import styles from './library.module.css'
import { LibraryFilters, useLibraryFilter } from './library-filters.tsx'
import { filterLibrary, isFiltering, type LibraryItem, libraryItems, tagsOf } from './library-items.ts'
import { LibraryScoresNote } from './library-scores-note.tsx'
import { LibraryWall } from './library-wall.tsx'
import { SelectionBar } from './selection-bar.tsx'

const noFrames: readonly LibraryFrame[] = []

/** The pictures of the project: find, label, delete, and pick some for teaching or scoring. */
export function LibraryPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Library · ${profile.name}`)
  const { dimension } = useDimension()
  const mayTeach = useMay('teach', 'write')
  const library = useLibrary(profile.projectId)
  const scored = useLibraryScores(profile, library.data ?? noFrames, dimension)
  const labels = useLabels(profile)
  const { filter } = useLibraryFilter()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<string>()
  const { bring, notes } = useAddedPictures(profile, {})
  const items = useMemo(() => libraryItems(library.data ?? noFrames, scored.scores), [library.data, scored.scores])
  const labelled = ({ key, name, url }: LibraryItem) => ({
    ...{ key, name, whole: `/api/frames/${key}` },
    about: { frameId: key, url, ...dimensionMember(dimension) },
  })
  const labelOf = (item: LibraryItem) => labels.labelOf(labelled(item))
  const tags = useMemo(() => tagsOf(items), [items])
  const shown = isFiltering(filter) ? filterLibrary(items, filter, labelOf) : items
  const chosen = shown.filter(({ key }) => selected.has(key))
  if (library.isPending) return <Loading label="Loading the library" />
  if (library.data === undefined) return <ErrorState error={library.error} onRetry={() => void library.refetch()} />
  return (
    <div className={styles.library}>
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
            <p className={styles.count} role="status">
              {shown.length === items.length
                ? counted(items.length, 'picture')
                : `${shown.length} of ${counted(items.length, 'picture')}`}
              <LibraryScoresNote profile={profile} scored={scored} />
            </p>
            <SelectionBar
              profile={profile}
              chosen={chosen}
              tags={tags}
              onClear={() => setSelected(new Set())}
              onSelectAll={() => setSelected(new Set(shown.map(({ key }) => key)))}
              onLabel={(label) => labels.judgeAll(chosen.map(labelled), label)}
            />
          </div>
          {shown.length === 0 ? (
            <EmptyState title="No pictures found">Change the search or the filters.</EmptyState>
          ) : null}
          <LibraryWall items={shown} labelOf={labelOf} selected={selected} onSelect={setSelected} onOpen={setOpen} />
        </>
      )}
      <Lightbox
        profile={profile}
        items={open === undefined ? [] : shown.map(labelled)}
        labels={labels}
        open={open}
        onOpen={setOpen}
      />
    </div>
  )
}
