import type { ProfileDiff } from '@palate/client'
import { Card } from '../../../ui/layout/page.tsx'
import { AnswerChanges } from './answer-changes.tsx'
import { ComparisonChanges } from './comparison-changes.tsx'
import styles from './diff.module.css'
import type { DiffPictures } from './element-pictures.ts'
import { PictureChanges } from './picture-changes.tsx'

interface Props {
  readonly diff: ProfileDiff
  readonly pictures: DiffPictures
  /** Text shown if nothing differs. */
  readonly whenSame: string
}

/** The diff between two states, as pictures and text. */
export function DiffView({ diff, pictures, whenSame }: Props) {
  const { exemplars, comparisons, constraints } = diff
  const sizes = [exemplars, comparisons, constraints].map(
    ({ added, removed, changed }) => added.length + removed.length + changed.length,
  )
  if (sizes.every((size) => size === 0)) return <p className={styles.same}>{whenSame}</p>
  return (
    <div className={styles.diff}>
      {sizes[0] ? (
        <Card title="Pictures">
          <PictureChanges diff={exemplars} pictures={pictures} />
        </Card>
      ) : null}
      {sizes[1] ? (
        <Card title="Comparisons">
          <ComparisonChanges diff={comparisons} pictures={pictures} />
        </Card>
      ) : null}
      {sizes[2] ? (
        <Card title="Answers">
          <AnswerChanges diff={constraints} />
        </Card>
      ) : null}
    </div>
  )
}
