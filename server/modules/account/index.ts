export { accountHandlers } from './account-handlers.ts'
export { accountFileHandlers } from './account-profile-handlers.ts'
export { emailChangeToken } from './email-change-token.ts'
export { photoTypeOf } from './photo-content.ts'
