export { supporterHandlers } from './supporter-handlers.ts'
export { sendSupporterLink, supporterComposer } from './supporter-message.ts'
export { supporterOpener } from './supporter-openers.ts'
export { makeSupporterSecrets } from './supporter-rules.ts'
