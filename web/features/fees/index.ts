export { bandLabels, unitLabels } from './fee-words.ts'
export { formatPrice, isInvalidPrice, noPriceText } from './price-text.ts'
