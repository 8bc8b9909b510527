export { feeQuotesOn, feesToday } from './fee-handlers.ts'
export { listPriceDifferences } from './fee-rules.ts'
