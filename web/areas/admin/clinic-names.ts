import { api } from '../../api.ts'

/** Every clinic's name, for filters. A page holds at most 100, so that many are asked for at a time. */
export async function loadClinicNames(signal: AbortSignal): Promise<{ id: string; name: string }[]> {
  const names: { id: string; name: string }[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await api.clinics.listForAdmin({ page, pageSize: 100 }, { signal })
    names.push(...rows.map(({ id, name }) => ({ id, name })))
    if (rows.length === 0 || names.length >= total) return names
  }
}
