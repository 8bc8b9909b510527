import type { ListedStatus, PatientSort } from '../../../contract/patients.ts'
import { sortIn, type ListOrders } from '../../ui/list-orders.ts'
import { pageIn, searchIn } from '../../ui/query-string.ts'

export type PatientListQuery = { search: string; status: ListedStatus; sort: PatientSort; page: number }

const statuses: readonly ListedStatus[] = ['active', 'archived', 'left', 'deceased']

export const patientOrders: ListOrders<PatientSort> = {
  labels: {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    born: 'Date of birth, oldest first',
    '-born': 'Date of birth, youngest first',
  },
  fallback: 'name',
}

/** What the address asks of the list; anything malformed counts as absent. */
export function parsePatientListQuery(params: URLSearchParams): PatientListQuery {
  return {
    search: searchIn(params),
    status: statuses.find((status) => status === params.get('status')) ?? 'active',
    sort: sortIn(params, patientOrders),
    page: pageIn(params),
  }
}
