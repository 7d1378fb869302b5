import type { Comparison, ComparisonDiff } from '@palate/client'
import { useOpenPictures } from '../lightbox/lightbox-provider.tsx'
import { AgentNote } from './agent-note.tsx'
import { ChangeGroup } from './change-group.tsx'
import { ComparisonPicture, describeComparison } from './comparison-picture.tsx'
import { otherChanges, winnerOf } from './describe-elements.ts'
import styles from './diff.module.css'
import { DiscardButton } from './discard.tsx'
import { type DiffPictures, type ElementPictures, sideKey } from './element-pictures.ts'

interface Pair {
  readonly comparison: Comparison
  readonly pictures: ElementPictures
  readonly note?: string
}

/** Comparisons that were added, flipped or removed. */
export function ComparisonChanges({
  diff,
  pictures: { before, after },
}: {
  readonly diff: ComparisonDiff
  readonly pictures: DiffPictures
}) {
  const open = useOpenPictures()
  const isFlipped = ({ from, to }: ComparisonDiff['changed'][number]) => winnerOf(from) !== winnerOf(to)
  const groups: ReadonlyArray<readonly [string, readonly Pair[]]> = [
    ['Added', diff.added.map((comparison) => ({ comparison, pictures: after }))],
    [
      'Flipped',
      diff.changed
        .filter(isFlipped)
        .map(({ from, to }) => ({ comparison: to, pictures: after, note: `was ${describeComparison(from, before)}` })),
    ],
    [
      'Changed',
      diff.changed
        .filter((change) => !isFlipped(change))
        .map(({ from, to }) => {
          return {
            comparison: to,
            pictures: after,
            note: otherChanges(from, to, ['id', 'winner', 'source', 'quote']).join('; '),
          }
        }),
    ],
    ['Removed', diff.removed.map((comparison) => ({ comparison, pictures: before }))],
  ]
  const items = groups.flatMap(([, pairs]) =>
    pairs.flatMap(({ comparison, pictures }) =>
      (['a', 'b'] as const).map((side) => pictures.itemOfSide(comparison, side)),
    ),
  )
  return groups.map(([title, pairs]) => (
    <ChangeGroup key={title} title={title} items={pairs}>
      {(shown) => (
        <ul className={styles.pairs} aria-label={title}>
          {shown.map(({ comparison, pictures, note }) => (
            <li key={comparison.id} className={styles.pairItem}>
              <ComparisonPicture
                comparison={comparison}
                pictures={pictures}
                onOpen={(side) => open({ items, key: sideKey(comparison, side) })}
              />
              <p className={styles.caption}>{describeComparison(comparison, pictures)}</p>
              {note === undefined || note === '' ? null : <p className={styles.caption}>{note}</p>}
              <AgentNote element={comparison} />
              <DiscardButton id={comparison.id} name={describeComparison(comparison, pictures)} />
            </li>
          ))}
        </ul>
      )}
    </ChangeGroup>
  ))
}
