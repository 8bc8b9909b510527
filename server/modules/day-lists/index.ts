export { dayListHandlers } from './day-list-handlers.ts'
export { purgeDayList, sweepDayLists } from './day-list-jobs.ts'
