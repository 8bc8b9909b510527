export { type Composer, type Composers } from './message-jobs.ts'
export {
  statusAfterDeliveryError,
  composeMail,
  composeNotice,
  fillTemplate,
  messageKinds,
  messageText,
} from './message-rules.ts'
export type { ComposedMessage, MessageKind } from './message-rules.ts'
export { countMessages, recordPrintedLetter, lockMessage, listMessagesAbout } from './message-store.ts'
export { listDeliveryEvents, queueMessage, type Message } from './message-store.ts'
export { dayText, textLanguageOf } from './message-text-rules.ts'
export { composeFixedMessage, composePatientMessage } from './patient-message.ts'
