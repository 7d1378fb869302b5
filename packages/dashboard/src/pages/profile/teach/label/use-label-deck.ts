import type { Profile } from '@palate/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchSuggestions } from '../../../../api/suggestions.ts'
import { onReconnect } from '../../../../state/connection.ts'
import { emptyDeck, type LabelDeck, openCount, withSuggested } from './label-deck.ts'

const suggestionsAtOnce = 12
/** When fewer are left, request more. */
const openMin = 4

interface Asked {
  readonly isLoading: boolean
  readonly error: unknown
  /** The service has no more suggestions. */
  readonly isExhausted: boolean
}

/** Pictures to label: suggestions, fetched ahead of time, and pictures that the user adds. */
export function useLabelDeck(profile: Profile, dimension: string, settled: () => Promise<void>) {
  const [deck, setDeck] = useState<LabelDeck>(emptyDeck)
  const [loading, setAsked] = useState<Asked>({ isLoading: true, error: null, isExhausted: false })
  const known = useRef(new Set<string>())
  const isAsking = useRef(false)

  const ask = useCallback(async () => {
    if (isAsking.current) return
    isAsking.current = true
    setAsked((old) => ({ ...old, isLoading: true, error: null }))
    try {
      await settled()
      const suggestions = await fetchSuggestions(profile.id, { kind: 'label', dimension, limit: suggestionsAtOnce })
      const frames = suggestions.flatMap((suggestion) => (suggestion.kind === 'label' ? [suggestion.frame] : []))
      const isExhausted = frames.every(({ id }) => known.current.has(id))
      for (const { id } of frames) known.current.add(id)
      setDeck((old) =>
        withSuggested(
          old,
          frames.map((frame) => ({ frame, name: 'Suggested picture' })),
        ),
      )
      setAsked({ isLoading: false, error: null, isExhausted })
    } catch (error) {
      setAsked((old) => ({ ...old, isLoading: false, error }))
    } finally {
      isAsking.current = false
    }
  }, [profile.id, dimension, settled])

  const open = openCount(deck)
  const { isExhausted } = loading
  useEffect(() => {
    if (open < openMin && !isExhausted) void ask()
  }, [open, isExhausted, ask])
  useEffect(() => onReconnect(() => void ask()), [ask])
  return { deck, setDeck, ...loading, ask }
}
