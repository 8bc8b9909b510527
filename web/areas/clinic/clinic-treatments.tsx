import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { TreatmentListScreen } from '../../features/treatments/treatment-list-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import type { Route } from './+types/clinic-treatments.ts'
import { dashboardTrail } from './clinic-paths.ts'
import { canChangeTemplates } from './template-permission.ts'

export const meta = () => pageTitle('Treatments')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.treatments.list({}, { signal })

export default function ClinicTreatments({ loaderData: treatments }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate: onChanged } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <TreatmentListScreen
        title="Treatments"
        lead="Treatment types for templates, from Candour and your practice."
        back={<Breadcrumbs trail={dashboardTrail} />}
        treatments={treatments}
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={state === 'loading'}
        acting={{
          side: 'clinic',
          operations: api.treatments,
          canWrite: canChangeTemplates(useMay()),
          onChanged,
        }}
      />
    </div>
  )
}
