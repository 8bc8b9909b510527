import type { ReactNode } from 'react'
import type { IdentityProvider } from '../../../contract/sign-in-codes.ts'

/** Plain one-colour marks, drawn by us: enough to find the right button at a glance. */
const providerIcons: Record<IdentityProvider, ReactNode> = {
  google: (
    <path
      d="M19.6 10.2H12v3.7h4.3a4.4 4.4 0 1 1-1.2-5l2.7-2.6A8 8 0 1 0 19.9 12c0-.6-.1-1.2-.3-1.8Z"
      fill="currentColor"
    />
  ),
  facebook: (
    <path
      d="M20 12a8 8 0 1 0-9.2 7.9v-5.6h-2V12h2v-1.8c0-2 1.2-3.1 3-3.1.9 0 1.8.2 1.8.2v2h-1c-1 0-1.3.6-1.3 1.2V12h2.2l-.4 2.3h-1.8v5.6A8 8 0 0 0 20 12Z"
      fill="currentColor"
    />
  ),
  github: (
    <path
      d="M12 4a8 8 0 0 0-2.5 15.6c.4 0 .5-.2.5-.4v-1.5c-2.2.5-2.7-1-2.7-1-.4-1-.9-1.2-.9-1.2-.7-.5 0-.5 0-.5.8.1 1.3.9 1.3.9.7 1.2 1.9.9 2.3.7.1-.6.3-.9.5-1.1-1.8-.2-3.6-.9-3.6-4 0-.8.3-1.6.8-2.1 0-.3-.3-1.1.1-2.2 0 0 .7-.2 2.2.8a7.6 7.6 0 0 1 4 0c1.5-1 2.2-.8 2.2-.8.4 1.1.1 1.9.1 2.2.5.5.8 1.3.8 2.1 0 3.1-1.8 3.8-3.6 4 .3.3.5.8.5 1.5v2.2c0 .2.1.5.5.4A8 8 0 0 0 12 4Z"
      fill="currentColor"
    />
  ),
  twitter: (
    <path
      d="M20 7.2a6.6 6.6 0 0 1-1.9.5 3.3 3.3 0 0 0 1.4-1.8 6.6 6.6 0 0 1-2.1.8 3.3 3.3 0 0 0-5.6 3 9.3 9.3 0 0 1-6.8-3.4 3.3 3.3 0 0 0 1 4.4 3.3 3.3 0 0 1-1.5-.4 3.3 3.3 0 0 0 2.6 3.2 3.3 3.3 0 0 1-1.5.1 3.3 3.3 0 0 0 3.1 2.3A6.6 6.6 0 0 1 4 17.2a9.3 9.3 0 0 0 14.4-8.3A6.6 6.6 0 0 0 20 7.200Z"
      fill="currentColor"
    />
  ),
}

export function ProviderIcon({ provider, className }: { provider: IdentityProvider; className?: string }) {
  return (
    <svg viewBox="4 4 16 16" aria-hidden className={className}>
      {providerIcons[provider]}
    </svg>
  )
}
