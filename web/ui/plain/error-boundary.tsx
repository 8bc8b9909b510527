import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** What stands in the place of what failed; thrown from here, an error goes on up. */
  renderError: (error: unknown) => ReactNode
  children: ReactNode
}
type Caught = { error: unknown } | null

/** Catches what fails while it is drawn. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { caught: Caught }> {
  override state: { caught: Caught } = { caught: null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override render() {
    const { caught } = this.state
    return caught ? this.props.renderError(caught.error) : this.props.children
  }
}
