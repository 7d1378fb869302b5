import type { Profile } from '@palate/client'
import styles from './overview.module.css'

/** The taste in words: first the owner's description, then what was learned. */
export function SummaryCard({ profile }: { readonly profile: Profile }) {
  const { seed } = profile
  const summary = profile.effectiveSnapshot.promptSummary.trim()
  const learned =
    seed && summary.startsWith(seed.trim()) ? summary.slice(seed.trim().length).replace(/^[.\s]+/, '') : summary
  if (!seed && learned === '') return null
  return (
    <section className={styles.summary} aria-label="The taste in words">
      {seed ? <blockquote className={styles.seed}>{seed}</blockquote> : null}
      {learned === '' ? null : <p className={styles.learned}>{learned}</p>}
    </section>
  )
}
