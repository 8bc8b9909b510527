import { api } from '../../api.ts'

const page_size = 100

/** Every clinic's id and name, page by page, for those who choose one. */
export async function listAllClinics(signal: AbortSignal): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await api.clinics.listForAdmin({ page, pageSize: page_size }, { signal })
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}
