import type { Comparison } from '@palate/client'
import { Picture } from '../../../ui/pictures/picture.tsx'
import { winnerOf } from './describe-elements.ts'
import styles from './diff.module.css'
import type { ElementPictures } from './element-pictures.ts'

/** Two frames side by side; the preferred one is marked. */
export function ComparisonPicture({
  comparison,
  pictures,
}: {
  readonly comparison: Comparison
  readonly pictures: ElementPictures
}) {
  const winner = winnerOf(comparison)
  return (
    <div className={styles.pair}>
      {(['a', 'b'] as const).map((side) => {
        const name = pictures.nameOfSide(comparison, side)
        return (
          <div key={side} className={styles.side} data-wins={winner === side}>
            <Picture src={pictures.ofSide(comparison, side)} alt={`${name}${winner === side ? ', preferred' : ''}`} />
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
