export { csvResponse, outcomeHeader } from './figure-file.ts'
export { everyMonth, firstDayOf, monthsOfPeriod } from './figure-periods.ts'
