export { deliveryBadges, formatTimeInSentence } from './message-words.ts'
