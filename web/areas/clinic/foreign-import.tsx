import { redirect, useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api, ApiError } from '../../api.ts'
import { foreignStates } from '../../features/foreign-records/foreign-import-words.ts'
import {
  ForeignImportScreen,
  type ForeignImportState,
} from '../../features/foreign-records/foreign-import-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { idIn, pageIn } from '../../ui/query-string.ts'
import type { Route } from './+types/foreign-import.ts'
import { recordPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Import records from another system')

const lists_max = 100

async function load(request: Request): Promise<ForeignImportState> {
  const { signal } = request
  const params = new URL(request.url).searchParams
  const [foreignImportId, page] = [idIn(params, 'import'), pageIn(params)]
  if (!foreignImportId) {
    const [past, lists] = await Promise.all([
      api.foreignRecords.list({ page }, { signal }),
      api.patientImports.list({ pageSize: lists_max }, { signal }),
    ])
    const done = lists.rows.filter(({ status, undoUntil }) => status === 'done' && undoUntil !== null)
    // One of which nothing was to be imported is in no list.
    const named = idIn(params, 'patients')
    const own = named && !done.some(({ id }) => id === named)
    const more = own ? [await api.patientImports.get({ importId: named }, { signal })] : []
    return { record: null, past, lists: [...more, ...done] }
  }
  const record = await api.foreignRecords.get({ foreignImportId }, { signal })
  if (record.status === 'draft') return { record, rows: null }
  const state = foreignStates.find((each) => each === params.get('state'))
  const asked = { foreignImportId, page, ...(state && { state }) }
  return { record, rows: await api.foreignRecords.rows(asked, { signal }) }
}

/** Who does not administer the practice is led to the patients, and who asks for what is forgotten chooses another. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  try {
    return await load(request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'permission-denied') throw redirect(recordPaths.list)
    if (error instanceof ApiError && error.code === 'not-found') throw redirect(recordPaths.importRecords)
    throw error
  }
}

export default function ForeignImport({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <ForeignImportScreen
        shown={loaderData}
        params={params}
        loading={state === 'loading'}
        patientsHref={recordPaths.import}
        onGo={(query) => void navigate(query)}
        onChanged={revalidate}
      />
    </div>
  )
}
