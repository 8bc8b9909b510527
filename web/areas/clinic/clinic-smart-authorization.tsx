import { useSearchParams } from 'react-router'
import { SmartAuthorizationScreen } from '../../features/smart-apps/smart-authorization-screen.tsx'
import { pageTitle } from '../../page-meta.ts'

export const meta = () => pageTitle('Open an app')

/** Where an app sends the browser to ask. Whoever is not signed in signs in first, and comes back here. */
export default function ClinicSmartAuthorization() {
  const [params] = useSearchParams()
  return (
    <div className="mx-auto max-w-page">
      <SmartAuthorizationScreen params={params} homeHref="/clinic" />
    </div>
  )
}
