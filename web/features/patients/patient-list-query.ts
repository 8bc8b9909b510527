import type { ListedStatus } from '../../../contract/patients.ts'
import { pageIn, searchIn } from '../../ui/query-string.ts'

export type PatientListQuery = { search: string; status: ListedStatus; page: number }

const statuses: readonly ListedStatus[] = ['active', 'archived', 'left', 'deceased']

/** What the address asks of the list; anything malformed counts as absent. */
export function parsePatientListQuery(params: URLSearchParams): PatientListQuery {
  return {
    search: searchIn(params),
    status: statuses.find((status) => status === params.get('status')) ?? 'active',
    page: pageIn(params),
  }
}
