export { feeQuotesOn, feesToday } from './fee-quotes.ts'
export { listPriceDifferences } from './fee-rules.ts'
