import type { OpenModule } from '../../module.ts'
import { dayListHandlers } from './day-list-handlers.ts'
import { purgeDayList, sweepDayLists } from './day-list-jobs.ts'

/** A day's appointments from other systems. */
export const dayLists: OpenModule = ({ runJob, runSweep }) => ({
  handlers: { dayLists: dayListHandlers },
  jobs: { 'day-lists.forget': (data) => purgeDayList(runJob, data) },
  sweeps: { 'day-lists': { seconds: 300, run: () => sweepDayLists(runSweep) } },
})
