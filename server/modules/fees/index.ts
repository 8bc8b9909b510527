export { feeQuotesOn } from './fee-handlers.ts'
export { listPriceDifferences } from './fee-rules.ts'
