import type { Profile } from '@palate/client'
import { useState } from 'react'
import { useMay } from '../../../api/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card, usePageTitle } from '../../../ui/layout/page.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { uncommittedCount } from '../uncommitted.ts'
import { AnswersCard } from './answers-card.tsx'
import { BriefCard } from './brief/brief-card.tsx'
import { BudgetCard } from './budget-card.tsx'
import { shownConstraints } from './exemplars.ts'
import { LabelWall } from './label-wall.tsx'
import { LabelledLightbox } from './labelled-lightbox.tsx'
import styles from './overview.module.css'
import { useDiagnostics, useExemplars } from './overview-data.ts'
import { OtherDimensions, PredictionCard } from './prediction/prediction-card.tsx'
import { SummaryCard } from './summary/summary-card.tsx'
import { TendenciesCard, TendenciesLoading } from './tendencies/tendencies-card.tsx'
import { UncommittedCard } from './uncommitted-card.tsx'
import { UnusableCard } from './unusable-card.tsx'

/** A profile at a glance: its taste in words, pictures and numbers, and how well it predicts its owner. */
export function OverviewPage({ profile }: { readonly profile: Profile }) {
  usePageTitle(`Overview · ${profile.name}`)
  const diagnostics = useDiagnostics(profile.id)
  const { exemplars } = useExemplars(profile, diagnostics.dataUpdatedAt)
  const constraints = shownConstraints(profile)
  const [open, setOpen] = useState<string>()
  const dimensions = diagnostics.data?.dimensions ?? []
  const main = dimensions.find(({ name }) => name === 'aesthetics') ?? dimensions[0]
  const isBlank =
    exemplars.length + constraints.length + uncommittedCount(profile.profileData.workingChanges) === 0 &&
    profile.effectiveSnapshot.comparisons.length === 0
  return (
    <div className={styles.overview}>
      <div className={styles.main}>
        <SummaryCard
          profile={profile}
          diagnostics={diagnostics.data}
          expectsTraits={diagnostics.isLoading && exemplars.length > 0}
        />
        {isBlank ? <Beginning profileId={profile.id} /> : null}
        <LabelWall label="good" exemplars={exemplars} onOpen={setOpen} />
        <LabelWall label="bad" exemplars={exemplars} onOpen={setOpen} />
        <LabelledLightbox profile={profile} exemplars={exemplars} open={open} onOpen={setOpen} />
        {diagnostics.isLoading && exemplars.length > 0 ? <TendenciesLoading /> : null}
        {diagnostics.data ? <TendenciesCard diagnostics={diagnostics.data} /> : null}
        <AnswersCard profileId={profile.id} constraints={constraints} />
      </div>
      <div className={styles.side}>
        <UncommittedCard profile={profile} />
        {diagnostics.isLoadingError ? (
          <ErrorState error={diagnostics.error} onRetry={() => void diagnostics.refetch()} />
        ) : null}
        {diagnostics.isLoading ? (
          <Card title="How well it predicts you">
            <div className={isBlank ? undefined : styles.expected}>
              <Loading label="Testing it on your own judgements" />
            </div>
          </Card>
        ) : null}
        {main ? (
          <PredictionCard
            profileId={profile.id}
            dimension={main}
            contradictory={diagnostics.data?.contradictions.length ?? 0}
          />
        ) : null}
        {isBlank ? null : <BriefCard profile={profile} />}
        <BudgetCard profileId={profile.id} budget={profile.profileData.budget} />
        <OtherDimensions dimensions={dimensions.filter((dimension) => dimension !== main)} />
        <UnusableCard profileId={profile.id} unusable={diagnostics.data?.unusable ?? []} />
      </div>
    </div>
  )
}

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
