export { dayListHandlers } from './day-list-handlers.ts'
export { forgetDayList, sweepDayLists } from './day-list-jobs.ts'
