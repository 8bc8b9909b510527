import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useLinkToken } from '../../features/identity/use-link-token.ts'
import { LaunchScreen } from '../../features/integrations/launch-screen.tsx'
import { pageTitle } from '../../page-meta.ts'

export const meta = () => pageTitle('Open from your practice system')

/** Where links of a practice system lead. Whoever is not signed in signs in first, and comes back here. */
export default function ClinicLaunch() {
  const token = useLinkToken()
  const navigate = useNavigate()
  const open = useCallback((path: string) => void navigate(path, { replace: true }), [navigate])
  return (
    <div className="mx-auto max-w-page">
      <LaunchScreen token={token} homeHref="/clinic" onOpened={open} />
    </div>
  )
}
