import type { Comparison, Constraint, Diagnostics, Exemplar, Profile } from '@palate/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMay } from '../../../api/session.ts'
import { removal, restoration } from '../../../judgements/judgement.ts'
import { useJudgements } from '../../../judgements/use-judgements.ts'
import { addUndoStep } from '../../../state/undo-steps.ts'
import { Button } from '../../../ui/button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { Badge, Card, usePageTitle } from '../../../ui/layout/page.tsx'
import { OpenablePicture } from '../../../ui/pictures/openable-picture.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { ComparisonPicture, describeComparison } from '../diff/comparison-picture.tsx'
import { questionOf, textOf } from '../diff/describe-elements.ts'
import { type ElementPictures, sideKey } from '../diff/element-pictures.ts'
import { useElementPictures } from '../diff/use-element-pictures.ts'
import { useOpenPictures } from '../lightbox/lightbox-provider.tsx'
import { useDiagnostics } from '../overview/overview-data.ts'
import { useDigits } from '../teach/keys/use-keys.ts'
import type { ElementOf } from '../uncommitted.ts'
import styles from './contradictions.module.css'
import { openContradictions } from './open-contradictions.ts'
import { type WordsQuestion, WordsQuestionCard } from './words-question.tsx'

type Contradiction = Diagnostics['contradictions'][number]
type AnyElement = ElementOf[keyof ElementOf]

/**
 * Judgements about the same thing that say different things, side by side, and words that the pictures contradict. A digit
 * keeps one and removes the others.
 */
export function ContradictionsPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Contradictions · ${profile.name}`)
  const diagnostics = useDiagnostics(profile.id)
  const pictures = useElementPictures(profile, { include_working: true })
  const mayTeach = useMay('teach', 'write')
  const { queue } = useJudgements(profile.id)
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const open = openContradictions(profile, diagnostics.data?.contradictions ?? [], removed)
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const questions = (diagnostics.data?.wordsAgainstPictures ?? []).filter((one) => !settled.has(keyOf(one)))

  const keep = ({ kind }: Contradiction, elements: readonly AnyElement[], kept: AnyElement) => {
    const others = elements.filter((element) => element !== kept)
    const ids = others.flatMap(({ id }) => (id == null ? [] : [id]))
    queue.add(removal(ids))
    setRemoved(new Set([...removed, ...ids]))
    const undo = addUndoStep(profile.id, 'Settled a contradiction', () => {
      queue.add(restoration(profile, kind, ids))
      setRemoved((now) => new Set([...now].filter((id) => !ids.includes(id))))
    })
    showToast('Settled. It counts once you save a version.', { label: 'Undo', run: undo })
  }
  useDigits((digit) => {
    const kept = open[0]?.elements[digit - 1]
    if (mayTeach && open[0] && kept) keep(open[0].contradiction, open[0].elements, kept)
  })

  if (diagnostics.isPending) return <Loading label="Looking for contradictions" />
  if (diagnostics.data === undefined)
    return <ErrorState error={diagnostics.error} onRetry={() => void diagnostics.refetch()} />
  return (
    <div className={styles.page}>
      <Link href={`/profiles/${profile.id}`}>← Overview</Link>
      <h2>Contradictions</h2>
      {open.length + questions.length === 0 ? (
        <EmptyState title="No contradictions">No two judgements about the same thing say different things.</EmptyState>
      ) : null}
      {open.length === 0 ? null : (
        <p className={styles.soft}>Choose the judgement to keep. The others are removed with the next version.</p>
      )}
      {open.map(({ contradiction, elements }, i) => (
        <Card key={elements.map(({ id }) => id).join(' ')} title={titleOf(contradiction, elements, pictures)}>
          <ul className={styles.sides}>
            {elements.map((element, side) => (
              <li key={element.id} className={styles.side}>
                <Shown kind={contradiction.kind} element={element} pictures={pictures} />
                {mayTeach ? (
                  <Button onPress={() => keep(contradiction, elements, element)}>
                    {i === 0 && side < 9 ? <Kbd>{String(side + 1)}</Kbd> : null}
                    Keep “{saidBy(contradiction.kind, element, pictures)}”
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ))}
      {questions.map((question, i) => (
        <WordsQuestionCard
          key={keyOf(question)}
          profile={profile}
          question={question}
          isFirst={open.length === 0 && i === 0}
          onSettled={(isUndone) =>
            setSettled((now) =>
              isUndone
                ? new Set([...now].filter((key) => key !== keyOf(question)))
                : new Set([...now, keyOf(question)]),
            )
          }
        />
      ))}
    </div>
  )
}

function keyOf({ answer, attribute }: WordsQuestion): string {
  return `${answer} ${attribute}`
}

interface ShownProps {
  readonly kind: Contradiction['kind']
  readonly element: AnyElement
  readonly pictures: ElementPictures
}

function Shown({ kind, element, pictures }: ShownProps) {
  const open = useOpenPictures()
  const said = saidBy(kind, element, pictures)
  if (kind === 'constraints') return <strong>{said}</strong>
  if (kind === 'comparisons') {
    const comparison = element as Comparison
    const items = (['a', 'b'] as const).map((side) => pictures.itemOfSide(comparison, side))
    return (
      <>
        <ComparisonPicture
          comparison={comparison}
          pictures={pictures}
          onOpen={(side) => open({ items, key: sideKey(comparison, side) })}
        />
        <span>{said}</span>
      </>
    )
  }
  const exemplar = element as Exemplar
  const item = pictures.itemOf(exemplar)
  return (
    <>
      <div className={styles.picture}>
        <OpenablePicture
          src={pictures.ofExemplar(exemplar)}
          alt={item.name}
          onOpen={() => open({ items: [item], key: item.key })}
        />
      </div>
      <Badge tone={exemplar.label ?? 'plain'}>{said}</Badge>
    </>
  )
}

function saidBy(kind: Contradiction['kind'], element: AnyElement, pictures: ElementPictures): string {
  if (kind === 'constraints') return textOf((element as Constraint).answer)
  if (kind === 'comparisons') return describeComparison(element as Comparison, pictures)
  return (element as Exemplar).label === 'good' ? 'Good' : 'Not good'
}

function titleOf({ kind, about }: Contradiction, [element]: readonly AnyElement[], pictures: ElementPictures): string {
  if (!element) return about
  if (kind === 'constraints') return questionOf(element as Constraint)
  if (kind === 'exemplars') return `Is ${pictures.nameOf(element as Exemplar)} good?`
  const comparison = element as Comparison
  return `${pictures.nameOfSide(comparison, 'a')} or ${pictures.nameOfSide(comparison, 'b')}?`
}
