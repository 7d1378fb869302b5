import type { Branch, Comparison, Constraint, Exemplar, MergeConflict, Profile } from '@palate/client'
import { useEffect, useRef } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { usePreferences } from '../../../../state/preferences.ts'
import { Button } from '../../../../ui/button.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import { Badge, Card } from '../../../../ui/layout/page.tsx'
import { OpenablePicture } from '../../../../ui/pictures/openable-picture.tsx'
import { ComparisonPicture, describeComparison } from '../../diff/comparison-picture.tsx'
import { questionOf, textOf } from '../../diff/describe-elements.ts'
import { type ElementPictures, sideKey } from '../../diff/element-pictures.ts'
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

const sideNames = ['ours', 'theirs'] as const

/** A card for each conflict: what it is about once, and a chip for what each branch says. The keys 1 and 2 choose. */
export function ConflictList({ profile, conflicts, choices, onChoose, sides }: Props) {
  const ours = useElementPictures(profile, { branch_id: sides.ours.id })
  const theirs = useElementPictures(profile, { branch_id: sides.theirs.id })
  const pictures = { ours, theirs }
  const isOpen = (conflict: MergeConflict) => choiceOf(choices, conflict) === undefined
  const next = conflicts.find(isOpen)
  const list = useRef<HTMLUListElement>(null)
  const pick = (conflict: MergeConflict, side: Choice) => onChoose(choose(choices, [conflict], side))
  useSideKeys((side) => {
    if (!next) return
    pick(next, side)
    const after = conflicts.find((one) => one !== next && isOpen(one))
    const card = after && list.current?.children[conflicts.indexOf(after)]
    card?.scrollIntoView({ block: 'nearest' })
  })
  if (conflicts.length === 0) return null
  const all = (
    <div className={styles.all}>
      {sideNames.map((side) => (
        <Button key={side} onPress={() => onChoose(choose(choices, conflicts, side))}>
          {`All from ${sides[side].name}`}
        </Button>
      ))}
    </div>
  )
  return (
    <Card title="Conflicts" actions={conflicts.length > 1 ? all : null}>
      <ul ref={list} className={styles.cards}>
        {conflicts.map((conflict) => (
          <li key={conflictKeyOf(conflict)} className={styles.card} data-next={conflict === next || undefined}>
            <Subject conflict={conflict} pictures={pictures} />
            <RadioGroup
              className={styles.chips ?? ''}
              value={choiceOf(choices, conflict) ?? null}
              onChange={(side) => pick(conflict, side as Choice)}
            >
              <Label className={styles.label ?? ''}>{titleOf(conflict, ours)}</Label>
              {sideNames.map((side, i) => (
                <Radio key={side} value={side} className={styles.chip ?? ''}>
                  {conflict === next ? <Kbd>{String(i + 1)}</Kbd> : null}
                  <span className={styles.branch}>{sides[side].name}</span>
                  <Said conflict={conflict} side={side} pictures={pictures[side]} />
                </Radio>
              ))}
            </RadioGroup>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** 1 and 2 choose a side, also while a chip has the focus, which takes other keys for itself. */
function useSideKeys(onSide: (side: Choice) => void): void {
  const [{ shortcuts }] = usePreferences()
  const latest = useRef(onSide)
  useEffect(() => {
    latest.current = onSide
  })
  useEffect(() => {
    if (!shortcuts) return
    const press = (event: KeyboardEvent) => {
      const side = ({ '1': 'ours', '2': 'theirs' } as const)[event.key]
      const isTyped = event.target instanceof Element && event.target.matches('input:not([type=radio]), textarea')
      const isElsewhere = document.querySelector('[role=dialog], [role=alertdialog]') !== null
      if (side && !isTyped && !isElsewhere && !event.ctrlKey && !event.metaKey && !event.altKey) latest.current(side)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shortcuts])
}

function titleOf({ kind, id, ours, theirs, base }: MergeConflict, pictures: ElementPictures): string {
  const element = ours ?? theirs ?? base
  if (element == null) return id
  if (kind === 'constraints') return questionOf(element as Constraint)
  if (kind === 'exemplars') return pictures.nameOf(element as Exemplar)
  const comparison = element as Comparison
  return `${pictures.nameOfSide(comparison, 'a')} or ${pictures.nameOfSide(comparison, 'b')}`
}

type Pictures = Readonly<Record<Choice, ElementPictures>>

/** The picture or pictures that both sides judge, once. A click shows them large. */
function Subject({ conflict, pictures }: { readonly conflict: MergeConflict; readonly pictures: Pictures }) {
  const open = useOpenPictures()
  const side: Choice = conflict.ours == null ? 'theirs' : 'ours'
  const element = conflict[side]
  if (element == null || conflict.kind === 'constraints') return null
  const known = pictures[side]
  if (conflict.kind === 'comparisons') {
    const comparison = element as Comparison
    const items = (['a', 'b'] as const).map((one) => known.itemOfSide(comparison, one))
    return (
      <div className={styles.pair}>
        <ComparisonPicture
          comparison={{ ...comparison, winner: 'tie' }}
          pictures={known}
          onOpen={(one) => open({ items, key: sideKey(comparison, one) })}
        />
      </div>
    )
  }
  const exemplar = element as Exemplar
  const item = known.itemOf(exemplar)
  return (
    <div className={styles.picture}>
      <OpenablePicture
        src={known.ofExemplar(exemplar)}
        alt={`Show ${item.name} large`}
        onOpen={() => open({ items: [item], key: item.key })}
      />
    </div>
  )
}

interface SaidProps {
  readonly conflict: MergeConflict
  readonly side: Choice
  readonly pictures: ElementPictures
}

/** What a branch says about it. */
function Said({ conflict, side, pictures }: SaidProps) {
  const element = conflict[side]
  if (element === null) return <span>Removed</span>
  if (element === undefined) return <span>Too large to show here</span>
  if (conflict.kind === 'constraints') return <span>{textOf((element as Constraint).answer)}</span>
  if (conflict.kind === 'comparisons') return <span>{describeComparison(element as Comparison, pictures)}</span>
  const exemplar = element as Exemplar
  return (
    <span>
      <Badge tone={exemplar.label ?? 'plain'}>{exemplar.label ?? 'no label'}</Badge>
      {exemplar.weight == null ? null : ` weight ${exemplar.weight}`}
      {exemplar.dimension == null ? null : ` for ${exemplar.dimension}`}
    </span>
  )
}
