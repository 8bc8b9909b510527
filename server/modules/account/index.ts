export { emailChangeToken } from './email-change-token.ts'
export { photoTypeOf } from './photo-content.ts'
export { storedPhoto } from './profile-photos.ts'
