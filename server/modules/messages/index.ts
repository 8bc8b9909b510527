export { sendMessage } from './message-jobs.ts'
export { messageText, type Composed, type MessageKind } from './message-rules.ts'
export { queueMessage, type Message } from './message-store.ts'
export type { Composer, Composers } from './message-jobs.ts'
