import type { Branch, Comparison, Constraint, Exemplar, MergeConflict, Profile } from '@palate/client'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { Button } from '../../../../ui/button.tsx'
import { Badge, Card } from '../../../../ui/layout/page.tsx'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { ComparisonPicture, describeComparison } from '../../diff/comparison-picture.tsx'
import { questionOf, textOf } from '../../diff/describe-elements.ts'
import type { ElementPictures } from '../../diff/element-pictures.ts'
import { useElementPictures } from '../../diff/use-element-pictures.ts'
import { useOpenPictures } from '../../lightbox/lightbox-provider.tsx'
import styles from './conflicts.module.css'
import { type Choice, type Choices, choiceOf, choose, conflictKeyOf } from './conflicts.ts'

interface Props {
  readonly profile: Profile
  readonly conflicts: readonly MergeConflict[]
  readonly choices: Choices
  readonly onChoose: (choices: Choices) => void
  /** The branches in conflict. */
  readonly sides: Readonly<Record<Choice, Branch>>
}

/** For each conflict, a choice between the two branches. */
export function ConflictList({ profile, conflicts, choices, onChoose, sides }: Props) {
  const ours = useElementPictures(profile, { branch_id: sides.ours.id })
  const theirs = useElementPictures(profile, { branch_id: sides.theirs.id })
  const pictures = { ours, theirs }
  if (conflicts.length === 0) return null
  const all = (
    <div className={styles.all}>
      {(['ours', 'theirs'] as const).map((side) => (
        <Button key={side} onPress={() => onChoose(choose(choices, conflicts, side))}>
          {`All from ${sides[side].name}`}
        </Button>
      ))}
    </div>
  )
  return (
    <Card title="Conflicts" actions={conflicts.length > 1 ? all : null}>
      {conflicts.map((conflict) => (
        <RadioGroup
          key={conflictKeyOf(conflict)}
          className={styles.conflict ?? ''}
          value={choiceOf(choices, conflict) ?? null}
          onChange={(side) => onChoose(choose(choices, [conflict], side as Choice))}
        >
          <Label className={styles.label ?? ''}>{titleOf(conflict, ours)}</Label>
          <div className={styles.sides}>
            {(['ours', 'theirs'] as const).map((side) => (
              <div key={side} className={styles.choice}>
                <Radio value={side} className={styles.side ?? ''}>
                  <span className={styles.branch}>{sides[side].name}</span>
                  <ElementOf conflict={conflict} side={side} pictures={pictures[side]} />
                </Radio>
                <ShowLarge conflict={conflict} side={side} pictures={pictures[side]} />
              </div>
            ))}
          </div>
        </RadioGroup>
      ))}
    </Card>
  )
}

function titleOf({ kind, id, ours, theirs, base }: MergeConflict, pictures: ElementPictures): string {
  const element = ours ?? theirs ?? base
  if (element == null) return id
  if (kind === 'constraints') return questionOf(element as Constraint)
  if (kind === 'exemplars') return pictures.nameOf(element as Exemplar)
  const comparison = element as Comparison
  return `${pictures.nameOfSide(comparison, 'a')} or ${pictures.nameOfSide(comparison, 'b')}`
}

interface ElementProps {
  readonly conflict: MergeConflict
  readonly side: Choice
  readonly pictures: ElementPictures
}

/** Below the choice, because a click on the picture itself chooses its side. */
function ShowLarge({ conflict, side, pictures }: ElementProps) {
  const open = useOpenPictures()
  const element = conflict[side]
  if (element == null || conflict.kind === 'constraints') return null
  const items =
    conflict.kind === 'exemplars'
      ? [pictures.itemOf(element as Exemplar)]
      : (['a', 'b'] as const).map((one) => pictures.itemOfSide(element as Comparison, one))
  return items.map(({ key, name }) => (
    <Button key={key} look="quiet" onPress={() => open({ items, key })}>{`Show ${name} large`}</Button>
  ))
}

function ElementOf({ conflict, side, pictures }: ElementProps) {
  const element = conflict[side]
  if (element === null) return <span>Removed</span>
  if (element === undefined) return <span>Too large to show here</span>
  if (conflict.kind === 'constraints') return <span>{textOf((element as Constraint).answer)}</span>
  if (conflict.kind === 'comparisons') {
    const comparison = element as Comparison
    return (
      <>
        <ComparisonPicture comparison={comparison} pictures={pictures} />
        <span>{describeComparison(comparison, pictures)}</span>
      </>
    )
  }
  const exemplar = element as Exemplar
  return (
    <>
      <div className={styles.picture}>
        <Picture src={pictures.ofExemplar(exemplar)} alt={pictures.nameOf(exemplar)} />
      </div>
      <span>
        <Badge tone={exemplar.label ?? 'plain'}>{exemplar.label ?? 'no label'}</Badge>
        {exemplar.weight == null ? null : ` weight ${exemplar.weight}`}
        {exemplar.dimension == null ? null : ` for ${exemplar.dimension}`}
      </span>
    </>
  )
}
