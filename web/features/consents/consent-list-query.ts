import { idIn, pageIn, searchIn } from '../../ui/query-string.ts'

export const consentViews = [
  { view: 'all', label: 'All' },
  { view: 'drafts', label: 'Drafts' },
  { view: 'awaiting', label: 'Awaiting signature' },
  { view: 'to-countersign', label: 'To countersign' },
  { view: 'signed', label: 'Signed' },
  { view: 'declined', label: 'Declined' },
] as const

/** Narrower views, which what waits for somebody leads to; shown among the others while one of them is open. */
export const waitingViews = [
  { view: 'not-opened', label: 'Not opened' },
  { view: 'undelivered', label: 'Not delivered' },
  { view: 'expiring', label: 'Expiring within a week' },
  { view: 'reconfirm', label: 'To confirm again' },
] as const
const everyView = [...consentViews, ...waitingViews]
export type ConsentView = (typeof everyView)[number]['view']

export type ConsentListQuery = { view: ConsentView; search: string; clinicianId?: string; page: number }

/** What the address asks of the list; anything malformed counts as absent, so that an old bookmark still opens. */
export function consentListQuery(params: URLSearchParams): ConsentListQuery {
  const view = everyView.find((known) => known.view === params.get('view'))?.view ?? 'all'
  const clinicianId = idIn(params, 'clinician')
  return {
    view,
    search: searchIn(params),
    ...(clinicianId && { clinicianId }),
    page: pageIn(params),
  }
}
