import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { loadCapacityForms } from '../../features/capacity/capacity-forms.ts'
import { CapacityScreen } from '../../features/capacity/capacity-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { useSessionUser } from '../../features/identity/session-user.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/consent-capacity.ts'
import { consentPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Capacity')

export async function clientLoader({ params: { consentId }, request: { signal } }: Route.ClientLoaderArgs) {
  const [consent, record, book] = await Promise.all([
    api.consents.get({ consentId }, { signal }),
    api.capacity.get({ consentId }, { signal }),
    loadCapacityForms(),
  ])
  return { consent, record, book }
}

export default function ConsentCapacity({
  loaderData: { consent, record, book: forms },
}: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { uid, displayName } = useSessionUser()
  return (
    <div className="mx-auto max-w-page">
      <CapacityScreen
        {...{ consent, record, forms }}
        writer={{ id: uid, name: displayName }}
        consentHref={consentPaths.detail(consent.id)}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the capacity record" />
)
