import { Component, type ReactNode } from 'react'
import { connection, isAnswering, onReconnect } from '../state/connection.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

interface Props {
  /** The location. When it changes, the page is rendered again. */
  readonly location: string
  readonly children: ReactNode
}

/**
 * Keeps the navigation usable when a page fails. A page cannot be loaded if the connection is lost or the service was
 * replaced by another version. If the service does not answer, the page loads when it does.
 */
export class PageBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  #stopWaiting: (() => void) | undefined

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    void isAnswering().then((isHere) => {
      if (isHere || !this.state.hasFailed) return
      // Browsers remember that a module could not be loaded, so rendering again is not enough.
      this.#stopWaiting ??= onReconnect(() => location.reload())
      connection.lost()
    })
  }

  override componentDidUpdate(before: Props) {
    if (!this.state.hasFailed || before.location === this.props.location) return
    this.#leave()
    this.setState({ hasFailed: false })
  }

  override componentWillUnmount() {
    this.#leave()
  }

  #leave() {
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <EmptyState
        title="The page could not be shown"
        action={
          <Button look="primary" onPress={() => location.reload()}>
            Reload the page
          </Button>
        }
      >
        If the service is down, the page opens as soon as it is back. If reloading does not help, please report it.
      </EmptyState>
    )
  }
}
