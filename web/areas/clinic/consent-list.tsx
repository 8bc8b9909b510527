import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { WorryAlert } from '../../features/aftercare/worry-alert.tsx'
import {
  parseConsentListQuery,
  sectionOfView,
  toSearchParams,
} from '../../features/consents/consent-list-query.ts'
import { ConsentListScreen } from '../../features/consents/consent-list-screen.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { useLiveUpdates } from '../../live-updates.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { SavedViewMenu, type SavedView } from '../../features/saved-views/saved-view-menu.tsx'
import { pageTitle } from '../../page-meta.ts'
import { idIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/consent-list.ts'
import { consentPaths, consentFromNotePath } from './clinic-paths.ts'

export const meta = () => pageTitle('Consents')

export const clientMiddleware = [requirePermission('createConsents')]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const query = parseConsentListQuery(new URL(url).searchParams)
  const { templateId } = query
  const [page, clinicians, savedViews, worries, template] = await Promise.all([
    api.consents.list(query, { signal }),
    api.staff.clinicians({}, { signal }),
    api.savedViews.list({}, { signal }),
    api.aftercare.openWorries({}, { signal }),
    // Deleted since the address was kept: the list is empty then, and says which filter to take away.
    templateId ? api.templates.get({ templateId }, { signal }).catch(() => null) : null,
  ])
  return { page, clinicians, savedViews, worries, template }
}

/** The address of a saved view: it names the view, so that changing what it shows can be offered. */
const savedParams = ({ id, filter }: SavedView) => ({ ...toSearchParams(filter), saved: id })

export default function ConsentList({ loaderData }: Route.ComponentProps) {
  const { page, clinicians, savedViews, worries, template } = loaderData
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  const may = useMay()
  const savedId = idIn(params, 'saved')
  const current = savedViews.find(({ id }) => id === savedId) ?? null
  const { page: _page, ...filter } = parseConsentListQuery(params)
  const show = (query: string) => navigate(query, { replace: true, preventScrollReset: true })
  const hrefOf = (view: SavedView) => queryWith(params, savedParams(view))
  /** Going there reads the views anew, also where the address stays the same. */
  async function showChanged(shown: SavedView | null) {
    await show(shown ? hrefOf(shown) : queryWith(params, { saved: undefined }))
  }
  useLiveUpdates(['consents', 'messages'], () => void revalidate())
  return (
    <div className="mx-auto max-w-page">
      <WorryAlert worries={worries} hrefOfSection={consentPaths.section} className="mb-6" />
      <ConsentListScreen
        page={page}
        clinicians={clinicians}
        template={template}
        params={params}
        onQuery={(query) => void show(query)}
        busy={state === 'loading'}
        onChanged={revalidate}
        savedViews={
          <SavedViewMenu
            views={savedViews}
            current={current}
            filter={filter}
            isUnchanged={current !== null && isSameAddress(params, hrefOf(current))}
            canShare={may('accessSettings')}
            hrefOf={hrefOf}
            onChanged={showChanged}
          />
        }
        hrefOf={({ id }) => consentPaths.section(id, sectionOfView(filter.view))}
        newHref={consentPaths.create()}
        fromNoteHref={consentFromNotePath()}
      />
    </div>
  )
}

/** Whether the address leads where this query does, whatever its page and the order of its parameters. */
function isSameAddress(params: URLSearchParams, query: string): boolean {
  const sorted = (all: URLSearchParams) => {
    const copy = new URLSearchParams(all)
    copy.delete('page')
    copy.sort()
    return copy.toString()
  }
  return sorted(params) === sorted(new URLSearchParams(query))
}
