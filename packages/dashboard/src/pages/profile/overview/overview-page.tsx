import type { Constraint, Exemplar, Profile } from '@palate/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { useBoards } from '../../../api/boards.ts'
import { isBy } from '../../../api/own-judgements.ts'
import { useBrief } from '../../../api/profiles.ts'
import { useMay } from '../../../api/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { counted, listed } from '../../../ui/format.ts'
import { useSearchParam } from '../../../ui/hooks/use-search-param.ts'
import { Card, usePageTitle } from '../../../ui/layout/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { BoardCard } from '../../boards/board-card.tsx'
import boardStyles from '../../boards/boards.module.css'
import { AnswerTools } from '../answers/answer-tools.tsx'
import { Understanding } from '../answers/understanding.tsx'
import { openContradictions } from '../contradictions/open-contradictions.ts'
import { textOf } from '../diff/describe-elements.ts'
import { useElementPictures } from '../diff/use-element-pictures.ts'
import { Lightbox } from '../lightbox/lightbox.tsx'
import { useLabels } from '../lightbox/use-labels.ts'
import { usePeopleOptions } from '../people-options.ts'
import { uncommittedCount } from '../uncommitted.ts'
import { BriefCard } from './brief/brief-card.tsx'
import { type ShownExemplar, shownConstraints } from './exemplars.ts'
import { LabelWall } from './label-wall.tsx'
import styles from './overview.module.css'
import { useDiagnostics, useExemplars } from './overview-data.ts'
import { PersonSummary, PersonSwitch } from './person-summary.tsx'
import { OtherDimensions, PredictionCard } from './prediction/prediction-card.tsx'
import { SummaryCard } from './summary/summary-card.tsx'
import { TendenciesCard, TendenciesLoading } from './tendencies/tendencies-card.tsx'
import { UnusableCard } from './unusable-card.tsx'

/** A profile at a glance: its taste in words, pictures and numbers, and how well it predicts its owner. */
export function OverviewPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Overview · ${profile.name}`)
  const diagnostics = useDiagnostics(profile.id)
  const [personId] = useSearchParam('person')
  const people = usePeopleOptions(profile.id, 'aesthetics', personId)
  const isShown = (element: Constraint | Exemplar) => personId === '' || isBy(element, personId)
  const all = useExemplars(profile, diagnostics.dataUpdatedAt).exemplars
  const exemplars = all.filter(({ exemplar }) => isShown(exemplar))
  const constraints = shownConstraints(profile).filter(isShown)
  const [open, setOpen] = useState<string>()
  const brief = useBrief(profile.id, { include_working: 'true' })
  const dimensions = diagnostics.data?.dimensions ?? []
  const main = dimensions.find(({ name }) => name === 'aesthetics') ?? dimensions[0]
  const isBlank =
    all.length + constraints.length + uncommittedCount(profile.profileData.workingChanges) === 0 &&
    profile.effectiveSnapshot.comparisons.length === 0
  return (
    <div className={styles.overview}>
      <div className={styles.main}>
        <PersonSwitch options={people} />
        {isBlank ? <Beginning profileId={profile.id} /> : null}
        <LabelWall label="good" exemplars={exemplars} first={brief.data?.representative} onOpen={setOpen} />
        {isBlank ? null : <BriefCard profile={profile} brief={brief} />}
        {personId === '' ? (
          <SummaryCard
            profile={profile}
            diagnostics={diagnostics.data}
            expectsTraits={diagnostics.isLoading && exemplars.length > 0}
          />
        ) : (
          <PersonSummary profileId={profile.id} personId={personId} />
        )}
        <BoardStrip profileId={profile.id} />
        <LabelWall label="bad" exemplars={exemplars} onOpen={setOpen} />
        <LabelledLightbox profile={profile} exemplars={exemplars} open={open} onOpen={setOpen} />
        {diagnostics.isLoading && exemplars.length > 0 && personId === '' ? <TendenciesLoading /> : null}
        {diagnostics.data && personId === '' ? <TendenciesCard diagnostics={diagnostics.data} /> : null}
        <AnswersCard profileId={profile.id} constraints={constraints} />
      </div>
      <div className={styles.side}>
        <UncommittedCard profile={profile} />
        {diagnostics.isLoadingError ? (
          <ErrorState error={diagnostics.error} onRetry={() => void diagnostics.refetch()} />
        ) : null}
        {diagnostics.isLoading ? (
          <Card title={people.length > 0 ? 'How well it predicts the team' : 'How well it predicts you'}>
            <div className={isBlank ? undefined : styles.expected}>
              <Loading label="Testing it on your own judgements" />
            </div>
          </Card>
        ) : null}
        {main ? (
          <PredictionCard
            profileId={profile.id}
            dimension={main}
            isTeam={people.length > 0}
            contradictory={
              openContradictions(profile, diagnostics.data?.contradictions ?? []).length +
              (diagnostics.data?.wordsAgainstPictures.length ?? 0)
            }
          />
        ) : null}
        <OtherDimensions dimensions={dimensions.filter((dimension) => dimension !== main)} />
        <UnusableCard profileId={profile.id} unusable={diagnostics.data?.unusable ?? []} />
      </div>
    </div>
  )
}

/** The boards of the profile, the newest first. */
function BoardStrip({ profileId }: { readonly profileId: string }) {
  const boards = useBoards(profileId).data ?? []
  if (boards.length === 0) return null
  return (
    <Card title="Boards">
      <ul className={boardStyles.cards} aria-label="Boards">
        {boards.slice(0, boardsShownMax).map((board) => (
          <BoardCard key={board.id} board={board} />
        ))}
      </ul>
      {boards.length > boardsShownMax ? (
        <Link href={`/profiles/${profileId}/boards`}>All {boards.length} boards</Link>
      ) : null}
    </Card>
  )
}

const boardsShownMax = 4

function Beginning({ profileId }: { readonly profileId: string }) {
  const mayTeach = useMay('teach', 'write')
  return (
    <EmptyState
      title="No judgements yet"
      action={
        mayTeach ? (
          <ButtonLink look="primary" to={`/profiles/${profileId}/teach`}>
            Start teaching
          </ButtonLink>
        ) : undefined
      }
    >
      So far, scores follow what people in general find beautiful
      {mayTeach
        ? ', and your description. Label a few pictures that you like and some that you do not to change that.'
        : '.'}
    </EmptyState>
  )
}

interface Props {
  readonly profileId: string
  readonly constraints: readonly Constraint[]
}

/** The owner's answers and how they were understood. */
function AnswersCard({ profileId, constraints }: Props) {
  if (constraints.length === 0) return null
  return (
    <Card title="What you said">
      <dl className={styles.answers}>
        {constraints.map((constraint) => (
          <div key={constraint.id} className={styles.answer}>
            <dt>{constraint.question ?? constraint.category ?? 'In words'}</dt>
            <dd>
              <strong>{textOf(constraint.answer)}</strong>
              <Understanding constraint={constraint} />
              <AnswerTools profileId={profileId} constraint={constraint} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

interface LabelledLightboxProps {
  readonly profile: Profile
  readonly exemplars: readonly ShownExemplar[]
  readonly open: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

/** The labelled pictures, the good ones first. */
function LabelledLightbox({ profile, exemplars, open, onOpen }: LabelledLightboxProps) {
  const labels = useLabels(profile)
  const { nameOf } = useElementPictures(profile, { include_working: true })
  const inOrder = (['good', 'bad'] as const).flatMap((label) => exemplars.filter((one) => one.label === label))
  const items = inOrder.map(({ id, whole, exemplar }) => {
    const { label: _, ...about } = exemplar
    return { key: id, name: nameOf(exemplar), whole, about }
  })
  return <Lightbox profile={profile} items={items} labels={labels} open={open} onOpen={onOpen} />
}

/** Judgements since the last commit, which scores do not include yet. */
function UncommittedCard({ profile }: { readonly profile: Profile }) {
  const mayWrite = useMay('write')
  const { constraints, exemplars, comparisons } = profile.profileData.workingChanges
  const parts = [
    exemplars.length > 0 ? counted(exemplars.length, 'label') : '',
    comparisons.length > 0 ? counted(comparisons.length, 'comparison') : '',
    constraints.length > 0 ? counted(constraints.length, 'answer') : '',
  ].filter((part) => part !== '')
  if (parts.length === 0) return null
  return (
    <Card title={mayWrite ? 'Changes to save' : 'Changes not saved yet'}>
      <p className={styles.soft}>
        {listed(parts)}. They affect scores once {mayWrite ? 'you save them' : 'they are saved'} as a version.
      </p>
      <ButtonLink to={`/profiles/${profile.id}/history/uncommitted`}>
        {mayWrite ? 'Review and save' : 'See the changes'}
      </ButtonLink>
    </Card>
  )
}
