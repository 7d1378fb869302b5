import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

interface Props {
  /** The location. When it changes, the page is rendered again. */
  readonly location: string
  readonly children: ReactNode
}

/**
 * Keeps the navigation usable when a page fails. A page cannot be loaded if the connection is lost or the service was
 * replaced by another version.
 */
export class PageBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.hasFailed && before.location !== this.props.location) this.setState({ hasFailed: false })
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
        The service may have stopped or been updated. If reloading does not help, please report it.
      </EmptyState>
    )
  }
}
