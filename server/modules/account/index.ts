export { createEmailChangeToken } from './email-change-token.ts'
export { photoTypeOf } from './photo-content.ts'
export { photoFileName } from './profile-photos.ts'
