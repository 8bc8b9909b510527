import { idIn, pageIn, searchIn } from '../../ui/query-string.ts'

export const consentViews = [
  { view: 'all', label: 'All' },
  { view: 'drafts', label: 'Drafts' },
  { view: 'awaiting', label: 'Awaiting signature' },
  { view: 'to-countersign', label: 'To countersign' },
  { view: 'signed', label: 'Signed' },
  { view: 'declined', label: 'Declined' },
] as const
export type ConsentView = (typeof consentViews)[number]['view']

export type ConsentListQuery = { view: ConsentView; search: string; clinicianId?: string; page: number }

/** What the address asks of the list; anything malformed counts as absent, so that an old bookmark still opens. */
export function consentListQuery(params: URLSearchParams): ConsentListQuery {
  const view = consentViews.find((known) => known.view === params.get('view'))?.view ?? 'all'
  const clinicianId = idIn(params, 'clinician')
  return {
    view,
    search: searchIn(params),
    ...(clinicianId && { clinicianId }),
    page: pageIn(params),
  }
}
