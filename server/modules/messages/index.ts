export { sendMessage, type Composer } from './message-jobs.ts'
export {
  afterFault,
  composeMail,
  fill,
  messageText,
  type Composed,
  type MessageKind,
} from './message-rules.ts'
export {
  keepLetter,
  lockMessage,
  messagesAbout,
  newsOf,
  queueMessage,
  type Message,
} from './message-store.ts'
export { messageTextHandlers } from './message-text-handlers.ts'
export { dayText, textLanguageOf } from './message-text-rules.ts'
export { messageWebhooks } from './message-webhooks.ts'
export { patientMessage } from './patient-message.ts'
