export type PatientListQuery = { search: string; status: 'active' | 'archived'; page: number }

/** What the address asks of the list; anything malformed counts as absent. */
export function patientListQuery(params: URLSearchParams): PatientListQuery {
  const page = Number(params.get('page'))
  return {
    search: params.get('q')?.trim().slice(0, 120) ?? '',
    status: params.get('status') === 'archived' ? 'archived' : 'active',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}
