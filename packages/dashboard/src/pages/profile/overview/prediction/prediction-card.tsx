import type { DimensionDiagnostics } from '@palate/client'
import { dimensionLabel } from '@palate/core/report/dimension-labels.ts'
import { Link } from 'wouter'
import { useMay, usePerson } from '../../../../api/session.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { counted, percent } from '../../../../ui/format.ts'
import { Card } from '../../../../ui/layout/page.tsx'
import { Ring } from '../../../../ui/ring.tsx'
import styles from '../overview.module.css'
import { describeContradictions, describeNext, describePrediction } from './describe-prediction.ts'
import { LearningCurve } from './learning-curve.tsx'
import { TasteChanges } from './taste-changes.tsx'

interface Props {
  readonly profileId: string
  readonly dimension: DimensionDiagnostics
  /** Several people have judged. */
  readonly isTeam: boolean
  /** How many contradictions can be settled. */
  readonly contradictory: number
}

/** How well the profile predicts its owner, measured on judgements that were held back. */
export function PredictionCard({ profileId, dimension, isTeam, contradictory }: Props) {
  const mayTeach = useMay('teach', 'write')
  const own = usePerson()?.id
  const { name, selfPrediction, learningCurve, agreement, advice } = dimension
  // Whose taste it was decides whether it has changed.
  const changes = dimension.changes?.filter(({ by }) => by === undefined || by === own) ?? []
  const contradictions = describeContradictions(dimension)
  return (
    <Card title={`How well it predicts ${name === 'aesthetics' ? (isTeam ? 'the team' : 'you') : name}`}>
      <div className={styles.prediction}>
        {selfPrediction ? (
          <Ring
            size={88}
            share={selfPrediction.correct}
            text={percent(selfPrediction.correct)}
            label={describePrediction(dimension)}
          />
        ) : null}
        <p>{describePrediction(dimension)}</p>
      </div>
      {learningCurve.length > 1 && selfPrediction ? (
        <LearningCurve points={[...learningCurve, selfPrediction]} />
      ) : null}
      <p className={styles.soft}>{describeNext(dimension)}</p>
      {advice === undefined ? null : <p>{advice}</p>}
      {changes.length > 0 ? <TasteChanges profileId={profileId} changes={changes} /> : null}
      {agreement ? <p className={styles.soft}>{agreement.statement}.</p> : null}
      {contradictions.length + contradictory > 0 ? (
        <div className={styles.contradictions}>
          <strong>Some judgements contradict each other</strong>
          <ul>
            {contradictions.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {contradictory > 0 ? (
            <Link href={`/profiles/${profileId}/contradictions`}>Settle {counted(contradictory, 'contradiction')}</Link>
          ) : null}
        </div>
      ) : null}
      {mayTeach && !dimension.enough ? (
        <ButtonLink to={`/profiles/${profileId}/teach`} look={name === 'aesthetics' ? 'primary' : 'plain'}>
          Teach more
        </ButtonLink>
      ) : null}
    </Card>
  )
}

/** The other dimensions, one line each. */
export function OtherDimensions({ dimensions }: { readonly dimensions: readonly DimensionDiagnostics[] }) {
  if (dimensions.length === 0) return null
  return (
    <Card title="Other dimensions">
      <ul className={styles.others}>
        {dimensions.map((dimension) => (
          <li key={dimension.name} className={styles.prediction}>
            {dimension.selfPrediction ? (
              <Ring
                size={56}
                share={dimension.selfPrediction.correct}
                text={percent(dimension.selfPrediction.correct)}
                label={describePrediction(dimension)}
              />
            ) : null}
            <div>
              <strong>{dimensionLabel(dimension.name)}</strong>
              <p className={styles.soft}>
                {dimension.selfPrediction ? describeNext(dimension) : describePrediction(dimension)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
