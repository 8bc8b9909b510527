import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import { parsePatientListQuery } from '../../features/patients/patient-list-query.ts'
import { PatientListScreen } from '../../features/patients/patient-list-screen.tsx'
import { RecentPatients } from '../../features/patients/recent-patients.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/patient-list.ts'
import { consentPaths, recordPaths } from './clinic-paths.ts'
import { canEditPatients } from './patient-permission.ts'
import { useIsFeatureDisabled } from '../../features/clinics/index.ts'

export const meta = () => pageTitle('Patients')

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  api.patients.list(parsePatientListQuery(new URL(request.url).searchParams), { signal: request.signal })

export default function PatientList({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const may = useMay()
  const { uid } = useSessionUser()
  const isImportOff = useIsFeatureDisabled('patient-imports')
  return (
    <div className="mx-auto max-w-page">
      <PatientListScreen
        page={loaderData}
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={state === 'loading'}
        hrefOf={({ id }) => recordPaths.profile(id)}
        recent={<RecentPatients userId={uid} hrefOf={({ id }) => recordPaths.profile(id)} />}
        newHref={canEditPatients(may) ? recordPaths.create : undefined}
        newConsentHrefOf={
          may('createConsents') ? ({ id }) => consentPaths.create({ patient: id }) : undefined
        }
        importHref={canEditPatients(may) && !isImportOff ? recordPaths.import : undefined}
      />
    </div>
  )
}
