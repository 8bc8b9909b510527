import { useState } from 'react'
import { SignInFrame } from '../identity/index.ts'
import { api } from '../../api.ts'
import type { FoundAccount } from './account-facts.tsx'
import { AccountSearch } from './account-search.tsx'
import { RepairDone } from './repair-done.tsx'
import { SetupGate, type SetupKey } from './setup-gate.tsx'

/** Lets a deactivated super administrator in again. */
export const ReactivationScreen = () => (
  <SetupGate title="Reactivate a super administrator">{(key) => <Reactivation setupKey={key} />}</SetupGate>
)

function Reactivation({ setupKey: { context, byToken } }: { setupKey: SetupKey }) {
  const [reactivated, setReactivated] = useState<FoundAccount>()
  if (reactivated) {
    return (
      <RepairDone
        title="Super administrator reactivated"
        account={reactivated}
        onAgain={byToken ? undefined : () => setReactivated(undefined)}
      />
    )
  }
  return (
    <SignInFrame
      title="Reactivate a super administrator"
      lead="They can sign in again with their password and second factor."
    >
      <AccountSearch
        submit="Reactivate"
        onSend={async (email) => setReactivated(await api.setup.reactivateSuperAdmin({ email }, { context }))}
      />
    </SignInFrame>
  )
}
