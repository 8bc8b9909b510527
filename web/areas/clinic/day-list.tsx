import { redirect, useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api, ApiError } from '../../api.ts'
import { DayListScreen, type DayListState } from '../../features/day-lists/day-list-screen.tsx'
import { useMay } from '../../features/identity/session-user.tsx'
import { pageTitle } from '../../page-meta.ts'
import { idIn, pageIn } from '../../ui/query-string.ts'
import type { Route } from './+types/day-list.ts'
import { boardPath, dayListPath, preparedConsentsPath, recordPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Import day list')

async function load({ url, signal }: Request): Promise<DayListState> {
  const params = new URL(url).searchParams
  const listId = idIn(params, 'list')
  if (!listId) return { list: null, past: await api.dayLists.list({ page: pageIn(params) }, { signal }) }
  const [list, clinicians] = await Promise.all([
    api.dayLists.get({ listId }, { signal }),
    api.staff.clinicians({}, { signal }),
  ])
  return { list, clinicians }
}

/** Who may not add patients is led to the board, and who asks for a list that is forgotten chooses another. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  try {
    return await load(request)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'permission-denied') throw redirect(boardPath({}))
    if (error instanceof ApiError && error.code === 'not-found') throw redirect(dayListPath)
    throw error
  }
}

export default function DayListPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  const may = useMay()
  return (
    <div className="mx-auto max-w-page">
      <DayListScreen
        shown={loaderData}
        params={params}
        loading={state === 'loading'}
        boardHref={(day) => boardPath({ ...(day && { day }), who: 'all' })}
        prepareHref={may('createConsents') ? (day) => preparedConsentsPath({ day }) : null}
        patientHref={recordPaths.profile}
        onGo={(query) => void navigate(query)}
        onChanged={revalidate}
      />
    </div>
  )
}
