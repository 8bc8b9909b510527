import type { Api } from '../../api.ts'
import { sortIn, type ListOrders } from '../../ui/list-orders.ts'
import { idIn, pageIn, searchIn } from '../../ui/query-string.ts'
import type { ConsentSection } from './consent-sections.ts'

export const consentViews = [
  { view: 'all', label: 'All' },
  { view: 'drafts', label: 'Drafts' },
  { view: 'awaiting', label: 'Awaiting signature' },
  { view: 'to-countersign', label: 'To countersign' },
  { view: 'signed', label: 'Signed' },
  { view: 'declined', label: 'Declined' },
  { view: 'withdrawn', label: 'Withdrawn' },
] as const

/** Narrower views, which what waits for somebody leads to; shown among the others while something does. */
export const actionViews = [
  { view: 'not-opened', label: 'Not opened' },
  { view: 'questions', label: 'Questions to answer' },
  { view: 'undelivered', label: 'Not delivered' },
  { view: 'expiring', label: 'Expiring within a week' },
  { view: 'look-again', label: 'Capacity review due' },
  { view: 'reconfirm', label: 'Reconfirm consent' },
] as const

/** The part of a consent's page that those of a view wait in; of the others its overview says what is next. */
const viewSections: Partial<Record<ConsentListFilter['view'], ConsentSection>> = {
  questions: 'conversation',
  undelivered: 'messages',
  'look-again': 'conversation',
}
export const sectionOfView = (view: ConsentListFilter['view']): ConsentSection =>
  viewSections[view] ?? 'overview'

const allViews = [...consentViews, ...actionViews]

/** What a list of consents is narrowed and sorted by, as saved views keep it. */
export type ConsentListFilter = Awaited<ReturnType<Api['savedViews']['list']>>[number]['filter']
export type ConsentListQuery = ConsentListFilter & { page: number }
type ConsentSort = NonNullable<ConsentListFilter['sort']>

/** Names begin with A, moments with the newest. */
export const consentOrders: ListOrders<ConsentSort> = {
  labels: {
    '-changed': 'Last changed, newest first',
    changed: 'Last changed, oldest first',
    '-sent': 'Sent, newest first',
    sent: 'Sent, oldest first',
    patient: 'Patient, A to Z',
    '-patient': 'Patient, Z to A',
  },
  fallback: '-changed',
}

/** A day that there is; anything else counts as absent. */
function parseDay(params: URLSearchParams, name: string): string | undefined {
  const day = params.get(name) ?? ''
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
  return isDay && new Date(day).toISOString().startsWith(day) ? day : undefined
}

/** What the address asks of the list; anything malformed counts as absent, so that an old bookmark still opens. */
export function parseConsentListQuery(params: URLSearchParams): ConsentListQuery {
  const view = allViews.find((known) => known.view === params.get('view'))?.view ?? 'all'
  const clinicianId = idIn(params, 'clinician')
  const templateId = idIn(params, 'template')
  const [from, to] = [parseDay(params, 'from'), parseDay(params, 'to')]
  const sort = sortIn(params, consentOrders)
  return {
    view,
    search: searchIn(params),
    ...(clinicianId && { clinicianId }),
    ...(templateId && { templateId }),
    ...(from && { from }),
    ...(to && { to }),
    ...(sort !== consentOrders.fallback && { sort }),
    page: pageIn(params),
  }
}

/** The parameters of an address that asks for this; absent ones are undefined, so that they take earlier ones away. */
export const toSearchParams = ({
  view,
  search,
  clinicianId,
  templateId,
  from,
  to,
  sort,
}: ConsentListFilter) => ({
  ...{ view: view === 'all' ? undefined : view, q: search, clinician: clinicianId, template: templateId },
  ...{ from, to, sort: sort === consentOrders.fallback ? undefined : sort, page: undefined },
})

/** Whether anything but the view narrows the list. */
export const hasFilters = ({ search, clinicianId, templateId, from, to }: ConsentListFilter): boolean =>
  [search, clinicianId, templateId, from, to].some(Boolean)
