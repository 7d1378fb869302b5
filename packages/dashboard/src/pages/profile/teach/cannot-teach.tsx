import { EmptyState } from '../../../ui/states.tsx'

/** In place of a page for teaching, for a key that may not teach. */
export function CannotTeach() {
  return (
    <EmptyState title="This key cannot teach">
      Sign in with a key that has the scope <code>teach</code> or <code>write</code>.
    </EmptyState>
  )
}
