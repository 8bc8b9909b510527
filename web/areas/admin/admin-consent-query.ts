import { consentStatuses, type ConsentStatus } from '../../../contract/consent-states.ts'
import { dayParamIn } from '../../ui/day-range.ts'
import { idIn, pageIn } from '../../ui/query-string.ts'

export type AdminConsentQuery = {
  page: number
  clinicId?: string
  status?: ConsentStatus
  /** Days between which it was made, both of them included. */
  from?: string
  to?: string
}

/** What the address asks of the list; anything malformed counts as absent, so that an old bookmark still opens. */
export function adminConsentQuery(params: URLSearchParams): AdminConsentQuery {
  const clinicId = idIn(params, 'clinic')
  const status = consentStatuses.find((known) => known === params.get('status'))
  const [from, to] = [dayParamIn(params, 'from'), dayParamIn(params, 'to')]
  return {
    page: pageIn(params),
    ...(clinicId && { clinicId }),
    ...(status && { status }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

type Change = {
  page?: number
  clinicId?: string | undefined
  status?: ConsentStatus | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The address of the list with something else asked for; a changed filter begins at the first page again. */
export function adminConsentHref(query: AdminConsentQuery, change: Change): string {
  const { page, clinicId, status, from, to } = { ...query, ...change, page: change.page ?? 1 }
  const params = new URLSearchParams()
  if (clinicId) params.set('clinic', clinicId)
  if (status) params.set('status', status)
  if (from) params.set('from', from)
  if (to) params.set('to', to)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `/admin/consents?${params}` : '/admin/consents'
}
