export { sendMessage, type Composer } from './message-jobs.ts'
export { messageText, type MessageKind } from './message-rules.ts'
export { queueMessage } from './message-store.ts'
