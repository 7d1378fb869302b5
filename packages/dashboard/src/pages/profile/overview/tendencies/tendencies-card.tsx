import type { Diagnostics } from '@palate/client'
import { Card } from '../../../../ui/layout/page.tsx'
import { Loading } from '../../../../ui/states.tsx'
import styles from './tendencies.module.css'
import { describeRanks, type ShownTendency, shownTendencies } from './tendencies.ts'

const title = 'What separates good from bad'

/** What separates the good pictures of this profile from the others, among pictures of their kind. */
export function TendenciesCard({
  diagnostics: { tendencies: measured, understood },
}: {
  readonly diagnostics: Pick<Diagnostics, 'tendencies' | 'understood'>
}) {
  const tendencies = shownTendencies(measured, understood)
  if (tendencies.length === 0) return null
  return (
    <Card title={title}>
      <p className={styles.intro}>
        The middle of each line is the usual picture of its kind. Dots further out are rarer.
        <span className={styles.legend}>
          <span className={styles.key} data-tone="good" /> good
          {measured.pictures.bad > 0 ? (
            <>
              <span className={styles.key} data-tone="bad" /> not good
            </>
          ) : null}
          {tendencies.some(({ wish }) => wish) ? (
            <>
              <span className={styles.key} data-tone="wish" /> asked for
            </>
          ) : null}
        </span>
      </p>
      <ul className={styles.rows}>
        {tendencies.map((tendency) => (
          <Row key={tendency.attribute} tendency={tendency} />
        ))}
      </ul>
    </Card>
  )
}

/** Placeholder until the pictures are read. */
export function TendenciesLoading() {
  return (
    <Card title={title}>
      <Loading label="Measuring the pictures" />
    </Card>
  )
}

function Row({
  tendency: { description, low, high, word, evidence, good, bad, wish },
}: {
  readonly tendency: ShownTendency
}) {
  const from = Math.min(good ?? 0.5, bad ?? 0.5)
  const to = Math.max(good ?? 0.5, bad ?? 0.5)
  return (
    <li className={styles.row} title={`${description}: ${evidence}`}>
      <span className="visually-hidden">{`${word}: ${evidence}. ${describeRanks({ word, low, good, bad })}`}</span>
      <span className={styles.low} data-liked={word === low} aria-hidden="true">
        {low}
      </span>
      <span className={styles.track} aria-hidden="true">
        {wish ? <span className={styles.wish} style={{ left: at(wish[0]), width: at(wish[1] - wish[0]) }} /> : null}
        <span className={styles.middle} />
        <span className={styles.span} style={{ left: at(from), width: at(to - from) }} />
        {bad === undefined ? null : <span className={styles.dot} data-tone="bad" style={{ left: at(bad) }} />}
        {good === undefined ? null : <span className={styles.dot} data-tone="good" style={{ left: at(good) }} />}
      </span>
      <span className={styles.high} data-liked={word === high} aria-hidden="true">
        {high}
      </span>
    </li>
  )
}

function at(share: number): string {
  return `${share * 100}%`
}
