import type { ListedStatus, PatientSort } from '../../../contract/patients.ts'
import { columnSort } from '../../ui/column-sort.ts'
import { pageIn, searchIn } from '../../ui/query-string.ts'

export type PatientListQuery = { search: string; status: ListedStatus; sort: PatientSort; page: number }

const statuses: readonly ListedStatus[] = ['active', 'archived', 'left', 'deceased']

/** How the list is sorted where nobody says how. */
export const defaultSort: PatientSort = 'name'
export const sortLabels: Record<PatientSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-born': 'Date of birth, youngest first',
  born: 'Date of birth, oldest first',
}
const isPatientSort = (text: string | null): text is PatientSort =>
  text !== null && Object.hasOwn(sortLabels, text)

/** What the header of a column asks for when it is pressed. */
export const sortOfColumn = (key: string, sort: PatientSort) =>
  isPatientSort(key) ? columnSort<PatientSort>(key, { sort, first: key }) : undefined

/** What the address asks of the list; anything malformed counts as absent. */
export function parsePatientListQuery(params: URLSearchParams): PatientListQuery {
  return {
    search: searchIn(params),
    status: statuses.find((status) => status === params.get('status')) ?? 'active',
    sort: sortIn(params),
    page: pageIn(params),
  }
}

function sortIn(params: URLSearchParams): PatientSort {
  const sort = params.get('sort')
  return isPatientSort(sort) ? sort : defaultSort
}
