import { useState } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import { api } from '../../api.ts'
import { ConfirmationPage } from './done-page.tsx'
import { LinkAction } from './link-action.tsx'
import { useLinkToken } from './use-link-token.ts'

/** Proving a new e-mail address with the link that was sent there. */
export function ConfirmEmailScreen() {
  const token = useLinkToken()
  const [email, setEmail] = useState<string>()
  if (email !== undefined)
    return (
      <ConfirmationPage title="E-mail address changed" onwards={{ href: '/login', label: 'Continue' }}>
        From now on you sign in as {formatEmail(email)}.
      </ConfirmationPage>
    )
  return (
    <LinkAction
      token={token}
      title="Confirm your new address"
      lead="Confirm the new address to replace the old one."
      button="Confirm this address"
      newLink={{ href: '/clinic/account', ask: 'Go to your account' }}
      onPress={async (token) => setEmail((await api.account.confirmEmail({ token })).email)}
    />
  )
}
