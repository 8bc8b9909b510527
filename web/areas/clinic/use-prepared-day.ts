import { useCallback, useEffect, useState } from 'react'
import { api } from '../../api.ts'
import type { PreparedQuery } from '../../features/appointments/board-query.ts'
import type { PreparedDay } from '../../features/appointments/prepared-words.ts'
import { useLiveUpdates } from '../../live-updates.ts'

/** The consents of a day as they stand now: read again as they change, apart from the form that is open. */
export function usePreparedDay(loaded: PreparedDay, query: PreparedQuery) {
  const [prepared, setPrepared] = useState(loaded)
  useEffect(() => setPrepared(loaded), [loaded])
  const reload = useCallback(async () => setPrepared(await api.appointments.prepared(query)), [query])
  useLiveUpdates(['appointments', 'consents'], () => void reload())
  return { rows: prepared.rows, reload }
}
