export { sendMessage, type Composer } from './message-jobs.ts'
export {
  afterFault,
  composeMail,
  fill,
  messageText,
  type Composed,
  type MessageKind,
} from './message-rules.ts'
export { queueMessage } from './message-store.ts'
