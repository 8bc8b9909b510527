import { ticketPriorities, ticketStatuses, type TicketPriority } from '../../../contract/ticket-states.ts'
import type { Api } from '../../api.ts'
import { idIn, pageIn, searchIn } from '../../ui/query-string.ts'

type ListInput = Parameters<Api['adminTickets']['list']>[0]
export type AdminTicketQuery = { page: number; search: string } & Required<Pick<ListInput, 'status'>> &
  Pick<ListInput, 'priority' | 'assignee' | 'clinicId' | 'overdue'>

/** What the list can be narrowed to by how far tickets are, besides each status. */
export const statusChoices = ['active', 'all', ...ticketStatuses] as const

/** What the address asks of the list; anything malformed counts as absent, so that an old bookmark still opens. */
export function parseAdminTicketQuery(params: URLSearchParams): AdminTicketQuery {
  const status = statusChoices.find((known) => known === params.get('status')) ?? 'active'
  const priority = ticketPriorities.find((known): known is TicketPriority => known === params.get('priority'))
  const assignee = /^[\w-]{1,64}$/.exec(params.get('assignee') ?? '')?.[0]
  const clinicId = idIn(params, 'clinic')
  return {
    ...{ page: pageIn(params), search: searchIn(params), status },
    ...(priority && { priority }),
    ...(assignee && { assignee }),
    ...(clinicId && { clinicId }),
    ...(params.get('overdue') === 'yes' && { overdue: 'yes' as const }),
  }
}

/** The address of the list with something else asked for; a changed filter begins at the first page again. */
export function adminTicketListHref(
  query: Partial<AdminTicketQuery>,
  change: { [K in keyof AdminTicketQuery]?: AdminTicketQuery[K] | undefined } = {},
): string {
  const { page, search, status, priority, assignee, clinicId, overdue } = { ...query, page: 1, ...change }
  const params = new URLSearchParams()
  const set = (name: string, value: string | undefined) => value && params.set(name, value)
  set('q', search)
  set('status', status === 'active' ? undefined : status)
  set('priority', priority)
  set('assignee', assignee)
  set('clinic', clinicId)
  set('overdue', overdue)
  set('page', page && page > 1 ? String(page) : undefined)
  return params.size > 0 ? `/admin/support?${params}` : '/admin/support'
}
