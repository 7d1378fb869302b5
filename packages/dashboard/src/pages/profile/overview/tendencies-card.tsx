import type { UnderstoodAnswer } from '@palate/client'
import { useQuery } from '@tanstack/react-query'
import { profileKey } from '../../../api/profile.ts'
import { Card } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/states.tsx'
import { percent } from '../../../ui/words.ts'
import type { ShownExemplar } from './exemplars.ts'
import { measurePictures } from './measure-pictures.ts'
import styles from './tendencies.module.css'
import { type AttributeTendency, attributeTendencies } from './tendencies.ts'

/** As many of each label are measured. More would hardly move the means. */
const measuredMax = 60

interface Props {
  readonly profileId: string
  readonly exemplars: readonly ShownExemplar[]
  readonly understood: readonly UnderstoodAnswer[]
}

/** In what the pictures of this profile differ from pictures in general. */
export function TendenciesCard({ profileId, exemplars, understood }: Props) {
  const good = sourcesOf(exemplars, 'good')
  const bad = sourcesOf(exemplars, 'bad')
  const measured = useQuery({
    queryKey: [...profileKey(profileId), 'attributes', good, bad],
    queryFn: async ({ signal }) => ({
      good: await measurePictures(good, signal),
      bad: await measurePictures(bad, signal),
    }),
    enabled: good.length + bad.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  const tendencies = measured.data ? attributeTendencies(measured.data.good, measured.data.bad, understood) : []
  if (measured.isLoading) {
    return (
      <Card title="Against pictures in general">
        <Loading label="Measuring the pictures" />
      </Card>
    )
  }
  if (tendencies.length === 0) return null
  return (
    <Card title="Against pictures in general">
      <p className={styles.intro}>
        The middle of each line is the typical picture. The further out a dot, the rarer.
        <span className={styles.legend}>
          <span className={styles.key} data-tone="good" /> good
          {bad.length > 0 ? (
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

function Row({
  tendency: { description, low, high, word, good, bad, wish },
}: {
  readonly tendency: AttributeTendency
}) {
  const from = Math.min(good ?? 0.5, bad ?? 0.5)
  const to = Math.max(good ?? 0.5, bad ?? 0.5)
  return (
    <li className={styles.row} title={description}>
      <span className="visually-hidden">
        {`${word}. ${rankWords('The good pictures', good)}${rankWords('Those that are not', bad)}`}
      </span>
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

function sourcesOf(exemplars: readonly ShownExemplar[], label: 'good' | 'bad'): readonly string[] {
  return exemplars.flatMap((exemplar) => (exemplar.label === label ? (exemplar.src ?? []) : [])).slice(0, measuredMax)
}

function rankWords(who: string, rank: number | undefined): string {
  return rank === undefined ? '' : `${who} have more of it than ${percent(rank)} of pictures in general. `
}

function at(share: number): string {
  return `${share * 100}%`
}
