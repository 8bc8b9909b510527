export { bandLabels } from './fee-words.ts'
export { formatPrice, isInvalidPrice, noPriceText } from './price-text.ts'
