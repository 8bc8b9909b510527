import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { PatientMergeScreen } from '../../features/patients/patient-merge-screen.tsx'
import { patientName } from '../../features/patients/patient-name.ts'
import { pageTitle } from '../../page-meta.ts'
import { useToast } from '../../ui/toast.tsx'
import type { Route } from './+types/patient-merge.ts'
import { recordPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Merge two records')

export const clientMiddleware = [requirePermission('overrideConsents')]

export async function clientLoader({ params, request: { signal } }: Route.ClientLoaderArgs) {
  const [survivor, duplicate] = await Promise.all([
    api.patients.get({ patientId: params.patientId }, { signal }),
    api.patients.get({ patientId: params.duplicateId }, { signal }),
  ])
  return { survivor, duplicate }
}

export default function PatientMerge({ loaderData: { survivor, duplicate } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  return (
    <div className="mx-auto max-w-page">
      <PatientMergeScreen
        key={survivor.id}
        survivor={survivor}
        duplicate={duplicate}
        backHref={recordPaths.profile(survivor.id)}
        swapHref={recordPaths.merge(duplicate.id, survivor.id)}
        onMerged={async () => {
          toast(`The two records of ${patientName(survivor)} are merged.`, { tone: 'ok' })
          await navigate(recordPaths.profile(survivor.id), { replace: true })
        }}
      />
    </div>
  )
}
