import type { IdentityProvider } from '../../../contract/sign-in-codes.ts'
import type { ProviderRefusal } from './provider-refusal.ts'

/** The window of an identity provider, as the page that opened it knows it. */
export type ProviderWindow =
  | { phase: 'none' }
  /** `notice` is a code about the window before this one. */
  | { phase: 'open'; provider: IdentityProvider; notice?: string }
  /** Closed, or cut off by the provider's own rules; its answer may still be under way. */
  | { phase: 'closed'; provider: IdentityProvider }
  /** `open` when a window may still be there and may still answer; `words` where the window itself has told why. */
  | { phase: 'failed'; provider: IdentityProvider; code: string; open: boolean; words?: string }
  | { phase: 'answered'; provider: IdentityProvider }

export type WindowEvent =
  | { kind: 'started'; provider: IdentityProvider }
  | { kind: 'blocked'; provider: IdentityProvider }
  | { kind: 'closed' }
  | { kind: 'waited' }
  /** What the page at the end of the window tells: that it is through, or why the sign-in was refused. */
  | { kind: 'told'; refusal: ProviderRefusal | null }
  | { kind: 'dismissed' }

export const closedWindow: ProviderWindow = { phase: 'none' }

const canRespond = (window: ProviderWindow) =>
  window.phase === 'open' || window.phase === 'closed' || (window.phase === 'failed' && window.open)

/** What becomes of the window: closing it counts as giving up only when no answer has come for a while. */
export function reduceProviderWindow(window: ProviderWindow, event: WindowEvent): ProviderWindow {
  switch (event.kind) {
    case 'started': {
      const { provider } = event
      const replaces = window.phase === 'open'
      return { phase: 'open', provider, ...(replaces && { notice: 'cancelled-popup-request' }) }
    }
    case 'blocked':
      return { phase: 'failed', provider: event.provider, code: 'popup-blocked', open: false }
    case 'closed':
      return window.phase === 'open' ? { phase: 'closed', provider: window.provider } : window
    case 'waited':
      return window.phase === 'closed'
        ? { phase: 'failed', provider: window.provider, code: 'popup-closed-by-user', open: true }
        : window
    case 'told':
      return window.phase !== 'none' && canRespond(window)
        ? notifiedWindow(window.provider, event.refusal)
        : window
    case 'dismissed':
      return closedWindow
  }
}

const notifiedWindow = (provider: IdentityProvider, refusal: ProviderRefusal | null): ProviderWindow =>
  refusal === null ? { phase: 'answered', provider } : { phase: 'failed', provider, ...refusal, open: false }

/** Where a window of this size stands in the middle of the one that opens it, for `window.open`. */
export function windowFeatures(
  opener: { left: number; top: number; width: number; height: number },
  size: { width: number; height: number },
): string {
  const left = Math.round(opener.left + Math.max(0, (opener.width - size.width) / 2))
  const top = Math.round(opener.top + Math.max(0, (opener.height - size.height) / 2))
  return `popup,width=${size.width},height=${size.height},left=${left},top=${top}`
}
