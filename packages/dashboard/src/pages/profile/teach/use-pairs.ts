import type { Profile } from '@palate/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchSuggestions } from '../../../api/suggestions.ts'
import { onReconnect } from '../../../state/connection.ts'
import { newPairs, type Pair } from './pairs.ts'

const pairsAtOnce = 8
const pairsMax = 50
/** The visible pair and the three preloaded ones. */
export const pairsReady = 4

interface State {
  readonly deck: readonly Pair[]
  readonly isLoading: boolean
  readonly error: unknown
  /** The service had suggestions, but all were already seen here. */
  readonly areAllSeen: boolean
}

/** The pairs to judge next. More are fetched before they run out. `settled`: all judgements are stored. */
export function usePairs(profile: Profile, dimension: string, settled: () => Promise<void>) {
  const [state, setState] = useState<State>({
    deck: [],
    isLoading: true,
    error: null,
    areAllSeen: false,
  })
  const known = useRef(new Set<string>())
  const isAsking = useRef(false)

  const ask = useCallback(async () => {
    if (isAsking.current) return
    isAsking.current = true
    setState((old) => ({ ...old, isLoading: true, error: null }))
    try {
      await settled()
      const { pairs, areAllSeen } = await askForPairs(profile.id, dimension, known.current)
      for (const { id } of pairs) known.current.add(id)
      setState((old) => ({ deck: [...old.deck, ...pairs], isLoading: false, error: null, areAllSeen }))
    } catch (error) {
      setState((old) => ({ ...old, isLoading: false, error }))
    } finally {
      isAsking.current = false
    }
  }, [profile.id, dimension, settled])

  useEffect(() => onReconnect(() => void ask()), [ask])

  /** Removes the judged or skipped pair. What was learned from it may change the suggestions. */
  const next = useCallback(() => {
    setState((old) => ({ ...old, deck: old.deck.slice(1), areAllSeen: false }))
  }, [])
  const putBack = useCallback((pair: Pair) => {
    setState((old) => ({ ...old, deck: [pair, ...old.deck] }))
  }, [])
  /** Skipped pairs may come again. */
  const forget = useCallback(
    (ids: Iterable<string>) => {
      for (const id of ids) known.current.delete(id)
      void ask()
    },
    [ask],
  )
  const { deck, areAllSeen } = state
  useEffect(() => {
    if (deck.length < pairsReady && !areAllSeen) void ask()
  }, [deck.length, areAllSeen, ask])
  return { ...state, next, putBack, forget, ask }
}

async function askForPairs(profileId: string, dimension: string, known: ReadonlySet<string>) {
  for (const limit of [pairsAtOnce, pairsMax]) {
    const suggestions = await fetchSuggestions(profileId, { kind: 'comparison', dimension, limit })
    const pairs = newPairs(suggestions, known, Math.random).slice(0, pairsAtOnce)
    const areAllSeen = pairs.length === 0
    if (!areAllSeen || suggestions.length < limit) return { pairs, areAllSeen }
  }
  return { pairs: [], areAllSeen: true }
}
