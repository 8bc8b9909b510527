export { deliveryBadges, formatTimeInSentence, type ConsentMessage } from './message-words.ts'
