export { feeQuotesOn, feeToday } from './fee-handlers.ts'
export { listPriceDifferences } from './fee-rules.ts'
