import { redirect, useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api, ApiError } from '../../api.ts'
import { parseImportQuery, rowsQuery } from '../../features/patient-imports/import-query.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import {
  PatientImportScreen,
  type ImportState,
} from '../../features/patient-imports/patient-import-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/patient-import.ts'
import { recordPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Import patients')

async function load(request: Request): Promise<ImportState> {
  const { signal } = request
  const query = parseImportQuery(new URL(request.url).searchParams)
  const { importId } = query
  if (!importId)
    return { record: null, past: await api.patientImports.list({ page: query.page }, { signal }) }
  const record = await api.patientImports.get({ importId }, { signal })
  const isWaiting = ['draft', 'running', 'undoing'].includes(record.status)
  const rows = isWaiting ? null : await api.patientImports.rows(rowsQuery(importId, query), { signal })
  return { record, rows }
}

/** Who may not add patients is led to the list of them, and who asks for a file that is forgotten chooses another. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  try {
    return await load(request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'permission-denied') throw redirect(recordPaths.list)
    if (error instanceof ApiError && error.code === 'not-found') throw redirect(recordPaths.import)
    throw error
  }
}

export default function PatientImport({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const may = useMay()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <PatientImportScreen
        shown={loaderData}
        params={params}
        loading={state === 'loading'}
        listHref={recordPaths.list}
        patientHref={recordPaths.profile}
        recordsHref={
          may('accessSettings')
            ? (importId) => `${recordPaths.importRecords}?patients=${importId}`
            : undefined
        }
        onGo={(query) => void navigate(query)}
        onChanged={revalidate}
      />
    </div>
  )
}
