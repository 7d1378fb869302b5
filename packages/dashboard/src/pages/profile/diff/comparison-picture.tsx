import type { Comparison } from '@palate/client'
import { OpenablePicture } from '../../../ui/pictures/openable-picture.tsx'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { winnerOf } from './describe-elements.ts'
import styles from './diff.module.css'
import type { ElementPictures } from './element-pictures.ts'

/** Two frames side by side; the preferred one is marked. */
export function ComparisonPicture({
  comparison,
  pictures,
  onOpen,
}: {
  readonly comparison: Comparison
  readonly pictures: ElementPictures
  /** Makes the pictures buttons. */
  readonly onOpen?: (side: 'a' | 'b') => void
}) {
  const winner = winnerOf(comparison)
  return (
    <div className={styles.pair}>
      {(['a', 'b'] as const).map((side) => {
        const src = pictures.ofSide(comparison, side)
        const alt = `${pictures.nameOfSide(comparison, side)}${winner === side ? ', preferred' : ''}`
        return (
          <div key={side} className={styles.side} data-wins={winner === side}>
            {onOpen ? (
              <OpenablePicture src={src} alt={alt} onOpen={() => onOpen(side)} />
            ) : (
              <Picture src={src} alt={alt} />
            )}
          </div>
        )
      })}
    </div>
  )
}

/** "hero over banner", or that they tie. */
export function describeComparison(comparison: Comparison, { nameOfSide }: ElementPictures): string {
  const [a, b] = [nameOfSide(comparison, 'a'), nameOfSide(comparison, 'b')]
  const winner = winnerOf(comparison)
  if (winner === 'tie') return `${a} and ${b} tie`
  return winner === 'a' ? `${a} over ${b}` : `${b} over ${a}`
}
