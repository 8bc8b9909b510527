import { consentStatuses, type ConsentStatus } from '../../../contract/states.ts'

export type AdminConsentQuery = { page: number; clinicId?: string; status?: ConsentStatus }

/** What the address asks of the list; anything malformed counts as absent, so that an old bookmark still opens. */
export function adminConsentQuery(params: URLSearchParams): AdminConsentQuery {
  const page = Number(params.get('page'))
  const clinicId = params.get('clinic')
  const status = consentStatuses.find((known) => known === params.get('status'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    ...(clinicId && /^[\da-f-]{36}$/.test(clinicId) && { clinicId }),
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
