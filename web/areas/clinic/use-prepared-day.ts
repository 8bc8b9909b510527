import { useState } from 'react'
import { api } from '../../api.ts'
import type { PreparedQuery } from '../../features/appointments/board-query.ts'
import type { PreparedDay } from '../../features/appointments/prepared-words.ts'
import { useLiveUpdates } from '../../live-updates.ts'
import { useLatest } from '../../ui/use-latest.ts'

/**
 * The consents of a day as they stand now: read again as they change, apart from the form that is open. What was asked
 * before the page was loaded anew is dropped.
 */
export function usePreparedDay(loaded: PreparedDay, query: PreparedQuery) {
  const [reread, setReread] = useState({ since: loaded, day: loaded })
  const { ask, busy, problem } = useLatest(
    async (since: PreparedDay) => ({ since, day: await api.appointments.prepared(query) }),
    setReread,
  )
  const reload = () => ask(loaded)
  useLiveUpdates(['appointments', 'consents'], () => void reload())
  const { rows } = reread.since === loaded ? reread.day : loaded
  return { rows, reload, busy, problem }
}
