import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import login from '../../../build/content/page.login.json'
import { homePathOf } from '../../features/identity/guard-rules.ts'
import { parseProviderRefusal } from '../../features/identity/provider-refusal.ts'
import { ProviderWindowEnd } from '../../features/identity/provider-window-end.tsx'
import { safeReturnPath } from '../../features/identity/return-path.ts'
import { SignInScreen } from '../../features/identity/sign-in-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'

export const meta = () => unlistedMeta('/login/back', login.back)

/** Where an identity provider's answer ends: in its own window, or on the page that was left for it. */
export default function LoginBack() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const returnPath = safeReturnPath(search.get('to'))
  // The page is drawn beforehand without an address; what it is for is known only here.
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const refusal = useMemo(() => parseProviderRefusal(search), [search])
  if (!isHere) return <Spinner size="large" />
  if (search.get('shown') === 'popup') return <ProviderWindowEnd refusal={refusal} to={returnPath} />
  return (
    <SignInScreen
      title={login.heading}
      lead={login.lead}
      withProviders
      to={returnPath}
      told={refusal?.words}
      waits
      onDone={(user) => navigate(returnPath ?? homePathOf(user.role), { replace: true })}
    />
  )
}
