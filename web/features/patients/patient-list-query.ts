import { pageIn, searchIn } from '../../ui/query-string.ts'

export type PatientListQuery = { search: string; status: 'active' | 'archived'; page: number }

/** What the address asks of the list; anything malformed counts as absent. */
export function patientListQuery(params: URLSearchParams): PatientListQuery {
  return {
    search: searchIn(params),
    status: params.get('status') === 'archived' ? 'archived' : 'active',
    page: pageIn(params),
  }
}
