import { sourceNote } from '@palate/core/profile/recorded-by-agent.ts'
import styles from './diff.module.css'

/** What the person said according to an agent, or what clients answered, so that a person can check it before it is saved. */
export function AgentNote({ element }: { readonly element: object }) {
  const recorded = sourceNote(element as Readonly<Record<string, unknown>>)
  if (recorded === undefined) return null
  return <span className={styles.agent}>{`${recorded.charAt(0).toUpperCase()}${recorded.slice(1)}`}</span>
}
