export { csvResponse } from './figure-file.ts'
export { everyMonth, firstDayOf, monthsOfPeriod, type Months } from './figure-periods.ts'
