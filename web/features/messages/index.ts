export { deliveryLook } from './message-words.ts'
