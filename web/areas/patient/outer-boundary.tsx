import { Component, type ReactNode } from 'react'
import { mode } from '../../mode.ts'
import { ErrorScreen } from '../../ui/plain/error-screen.tsx'

type Caught = { error: unknown } | null

/** Catches what nothing below it did, in a page or in what stands round every page, and shows it in place of everything. */
export class OuterBoundary extends Component<{ children: ReactNode }, { caught: Caught }> {
  override state: { caught: Caught } = { caught: null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    return (
      <ErrorScreen error={caught.error} showsStack={mode !== 'production'}>
        Something in this page went wrong. What was saved before is safe. Reload to go on. If it happens
        again, call the practice and tell them the reference number.
      </ErrorScreen>
    )
  }
}
