import { idIn, pageIn, searchIn } from '../../ui/query-string.ts'

/** The views of the staff, in the order of their tabs. */
export const staffViews = [
  { view: 'active', label: 'Active' },
  { view: 'invited', label: 'Invited' },
  { view: 'inactive', label: 'Inactive' },
  { view: 'all', label: 'All' },
  { view: 'rights', label: 'Who may do what' },
] as const
export type StaffView = (typeof staffViews)[number]['view']

export type StaffListQuery = { search: string; view: StaffView; page: number }

/** What the address asks of the list; anything malformed counts as absent. */
export function staffListQuery(params: URLSearchParams): StaffListQuery {
  const view = staffViews.find(({ view }) => view === params.get('view'))?.view ?? 'active'
  return { search: searchIn(params), view, page: pageIn(params) }
}

/** The same as a question to the server. Who may do what is asked of those who may do anything. */
export const staffListInput = ({ search, view, page }: StaffListQuery) => ({
  search,
  page,
  status: view === 'rights' ? ('active' as const) : view,
})

/** Whom the address asks to edit. */
export const editedStaffIdIn = (params: URLSearchParams) => idIn(params, 'edit')

/** Whose invitation the address asks to tell of. */
export const invitedStaffIdIn = (params: URLSearchParams) => idIn(params, 'invited')
