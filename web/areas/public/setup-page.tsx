import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { IdentityConfirmation } from '../../features/account/identity-confirmation.tsx'
import { UiProviders } from '../../ui/ui-providers.tsx'

/** A set-up page: a super administrator proves anew that it is them, as before every dangerous act. */
export function SetupPage({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <UiProviders>
      {children}
      <IdentityConfirmation onSignInAgain={() => void navigate('/admin-login')} />
    </UiProviders>
  )
}
