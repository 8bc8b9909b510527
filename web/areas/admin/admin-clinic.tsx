import { useRevalidator } from 'react-router'
import { default_brand_colour } from '../../../contract/brand-colour.ts'
import { consentStatuses } from '../../../contract/consent-states.ts'
import { api } from '../../api.ts'
import { BrandPreview } from '../../features/clinics/brand-preview.tsx'
import { ConsentBadge } from '../../features/consents/consent-badge.tsx'
import { ClinicAccountScreen } from '../../features/directory/clinic-account-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import type { Route } from './+types/admin-clinic.ts'
import { clinicPaths } from './admin-clinic-paths.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => pageTitle(loaderData?.name ?? 'Practice')

export const clientLoader = ({ params: { clinicId }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.directory.get({ clinicId }, { signal })

export default function AdminClinic({ loaderData: clinic }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { id, name, branding, consents } = clinic
  return (
    <div className="mx-auto max-w-page">
      <ClinicAccountScreen
        clinic={clinic}
        hrefs={{ list: clinicPaths.list, edit: clinicPaths.edit(id), consents: clinicPaths.consents(id) }}
        brand={
          <BrandPreview name={name} colour={branding.colour ?? default_brand_colour} logo={branding.logo} />
        }
        consents={<ConsentCounts clinicId={id} consents={consents} />}
        onChanged={revalidate}
      />
    </div>
  )
}

type ConsentCountsProps = { clinicId: string; consents: Partial<Record<string, number>> }

function ConsentCounts({ clinicId, consents }: ConsentCountsProps) {
  return (
    <Panel title="Consents by status" lead="Patients and treatments are not shown." flush>
      <ul className="grid gap-px overflow-clip rounded-b-lg border-t border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
        {consentStatuses.map((status) => (
          <li key={status} className="bg-surface">
            <Link
              href={`${clinicPaths.consents(clinicId)}?status=${status}`}
              className="flex items-center justify-between gap-3 px-5 py-3 hover:bg-paper"
            >
              <ConsentBadge status={status} />
              <span className="font-medium tabular-nums">{numberText(consents[status] ?? 0)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure
    error={error}
    failed="Failed to load the practice"
    action={
      <ButtonLink href={clinicPaths.list} variant="quiet">
        Practice Directory
      </ButtonLink>
    }
  />
)
