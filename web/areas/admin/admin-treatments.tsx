import { Plus } from 'lucide-react'
import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { DefaultTreatmentsPanel } from '../../features/treatments/default-treatments-panel.tsx'
import { TreatmentListScreen } from '../../features/treatments/treatment-list-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import type { Route } from './+types/admin-treatments.ts'
import { platformTemplatePaths } from './platform-template-context.ts'

export const meta = () => pageTitle('Treatment types')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.adminTreatments.list({}, { signal })

export default function AdminTreatments({ loaderData: treatments }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate: onChanged } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <TreatmentListScreen
        title="Treatment types"
        lead="Treatments that templates can be used for, in all practices."
        treatments={treatments}
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={state === 'loading'}
        acting={{ side: 'admin', operations: api.adminTreatments, canWrite: true, onChanged }}
        actions={
          <ButtonLink href="/admin/consent-templates/new" variant="quiet" icon={Plus}>
            New template
          </ButtonLink>
        }
      >
        <p className="mt-3">
          <Link href={platformTemplatePaths.list} className="text-link">
            Templates and their versions
          </Link>
        </p>
        <DefaultTreatmentsPanel onChanged={onChanged} />
      </TreatmentListScreen>
    </div>
  )
}
