import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

interface Props {
  /** Where it is: another place is another try. */
  readonly place: string
  readonly children: ReactNode
}

/**
 * What went wrong on a page stays on that page: the navigation goes on. It happens when a page cannot be loaded, because the
 * connection is lost or the service was replaced by another version.
 */
export class PageBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.hasFailed && before.place !== this.props.place) this.setState({ hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <EmptyState
        title="The page could not be shown"
        action={
          <Button look="primary" onPress={() => location.reload()}>
            Load it again
          </Button>
        }
      >
        The service may have stopped or changed. If loading it again does not help, please report it.
      </EmptyState>
    )
  }
}
