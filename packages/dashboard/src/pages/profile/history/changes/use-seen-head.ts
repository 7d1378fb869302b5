import { useEffect, useState } from 'react'

interface Head {
  readonly branch: string
  readonly version: string | null
}

/**
 * The head when the page was opened, so that a change is refused if somebody else committed meanwhile. After a refusal
 * the user has seen the current one.
 */
export function useSeenHead({ branch, version }: Head, error: unknown): string | null {
  const [seen, setSeen] = useState<Head>({ branch, version })
  const isOutdated = seen.branch !== branch || error !== null
  useEffect(() => {
    if (isOutdated) setSeen({ branch, version })
  }, [isOutdated, branch, version])
  return seen.branch === branch ? seen.version : version
}
