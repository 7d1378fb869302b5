import { createContext, useContext } from 'react'
import { Button } from '../../../ui/button.tsx'

/** Discards an uncommitted change. Only the page of the uncommitted changes provides it. */
export const DiscardChange = createContext<((elementId: string) => void) | undefined>(undefined)

export function DiscardButton({ id, name }: { readonly id: string | null | undefined; readonly name: string }) {
  const discard = useContext(DiscardChange)
  if (!discard || id == null) return null
  return (
    <>
      {' '}
      <Button look="quiet" aria-label={`Discard: ${name}`} onPress={() => discard(id)}>
        Discard
      </Button>
    </>
  )
}
