export { deliveryLook, momentSaid } from './message-words.ts'
