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
  const clinicianId = params.get('clinician')
  return {
    view,
    search: params.get('q')?.trim().slice(0, 120) ?? '',
    ...(clinicianId && /^[\da-f-]{36}$/.test(clinicianId) && { clinicianId }),
    page: pageOf(params),
  }
}

function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1
}
