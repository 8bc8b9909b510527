import type { StaffSort } from '../../../contract/staff.ts'
import { sortIn, type ListOrders } from '../../ui/list-orders.ts'
import { idIn, pageIn, searchIn } from '../../ui/query-string.ts'

/** The views of the staff, in the order of their tabs. */
export const staffViews = [
  { view: 'active', label: 'Active' },
  { view: 'invited', label: 'Invited' },
  { view: 'inactive', label: 'Inactive' },
  { view: 'all', label: 'All' },
  { view: 'rights', label: 'Permissions' },
] as const
export type StaffView = (typeof staffViews)[number]['view']

export const staffOrders: ListOrders<StaffSort> = {
  labels: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    job: 'Job title, A to Z',
    '-job': 'Job title, Z to A',
    role: 'Role and level, highest first',
    '-role': 'Role and level, lowest first',
    '-login': 'Last login, newest first',
    login: 'Last login, oldest first',
  },
  fallback: 'name',
}

export type StaffListQuery = { search: string; view: StaffView; sort: StaffSort; page: number }

/** What the address asks of the list; anything malformed counts as absent. */
export function staffListQuery(params: URLSearchParams): StaffListQuery {
  const view = staffViews.find(({ view }) => view === params.get('view'))?.view ?? 'active'
  return { search: searchIn(params), view, sort: sortIn(params, staffOrders), page: pageIn(params) }
}

/** The same as a question to the server. Who may do what is asked of those who may do anything. */
export const staffListInput = ({ search, view, sort, page }: StaffListQuery) => ({
  search,
  // Its columns are rights, by which nothing is sorted.
  sort: view === 'rights' ? staffOrders.fallback : sort,
  page,
  status: view === 'rights' ? ('active' as const) : view,
})

/** Whom the address asks to edit. */
export const editedStaffIdIn = (params: URLSearchParams) => idIn(params, 'edit')

/** Whose invitation the address asks to tell of. */
export const invitedStaffIdIn = (params: URLSearchParams) => idIn(params, 'invited')
