import { consentStatuses, type ConsentStatus } from '../../../contract/states.ts'
import { idIn, pageIn } from '../../ui/query-string.ts'

export type AdminConsentQuery = { page: number; clinicId?: string; status?: ConsentStatus }

/** What the address asks of the list; anything malformed counts as absent, so that an old bookmark still opens. */
export function adminConsentQuery(params: URLSearchParams): AdminConsentQuery {
  const clinicId = idIn(params, 'clinic')
  const status = consentStatuses.find((known) => known === params.get('status'))
  return {
    page: pageIn(params),
    ...(clinicId && { clinicId }),
    ...(status && { status }),
  }
}

type Change = { page?: number; clinicId?: string | undefined; status?: ConsentStatus | undefined }

/** The address of the list with something else asked for; a changed filter begins at the first page again. */
export function adminConsentHref(query: AdminConsentQuery, change: Change): string {
  const { page, clinicId, status } = { ...query, ...change, page: change.page ?? 1 }
  const params = new URLSearchParams()
  if (clinicId) params.set('clinic', clinicId)
  if (status) params.set('status', status)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `/admin/consents?${params}` : '/admin/consents'
}
