import type { Diagnostics, Profile } from '@palate/client'
import { useBlindPerson } from '../../../../api/session.ts'
import { Picture } from '../../../../ui/pictures/picture.tsx'
import { type ShownTendency, shownTendencies } from '../tendencies/tendencies.ts'
import styles from './summary.module.css'

const traitsMax = 5

interface Props {
  readonly profile: Profile
  /** Undefined until it is read. */
  readonly diagnostics: Pick<Diagnostics, 'tendencies' | 'understood'> | undefined
  /** Keeps a row free for the traits until they are known. */
  readonly expectsTraits: boolean
}

/** The owner's description, and the strongest traits with a picture each. Without traits, what was learned in words. */
export function SummaryCard({ profile, diagnostics, expectsTraits }: Props) {
  const { seed } = profile
  const tendencies = diagnostics ? shownTendencies(diagnostics.tendencies, diagnostics.understood) : []
  const traits = tendencies.filter(({ isTrait }) => isTrait).slice(0, traitsMax)
  const learned = diagnostics && traits.length === 0 ? learnedWords(profile) : ''
  if (!seed && learned === '' && traits.length === 0 && !expectsTraits) return null
  return (
    <section className={styles.summary} aria-label="The taste in words">
      {seed ? <blockquote className={styles.seed}>{seed}</blockquote> : null}
      {expectsTraits ? <div className={styles.expected} /> : null}
      {traits.length === 0 ? null : (
        <ul className={styles.traits} aria-label="Strongest traits">
          {traits.map((trait) => (
            <Trait key={trait.attribute} trait={trait} />
          ))}
        </ul>
      )}
      {learned === '' ? null : <p className={styles.learned}>{learned}</p>}
    </section>
  )
}

function Trait({ trait: { word, description, evidence, example } }: { readonly trait: ShownTendency }) {
  // The example is a picture that somebody called good.
  const isBlind = useBlindPerson() !== undefined
  return (
    <li className={styles.trait} title={`${description}: ${evidence}`}>
      {example === undefined || isBlind ? null : (
        <span className={styles.example}>
          <Picture src={example} alt="" />
        </span>
      )}
      {word}
    </li>
  )
}

function learnedWords({ seed, effectiveSnapshot }: Profile): string {
  const summary = effectiveSnapshot.promptSummary.trim()
  const own = seed?.trim() ?? ''
  return own !== '' && summary.startsWith(own) ? summary.slice(own.length).replace(/^[.\s]+/, '') : summary
}
