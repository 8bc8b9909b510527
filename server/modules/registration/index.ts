export { invitationLink, registrationToken } from './invitation-links.ts'
export { registrationHandlers } from './registration-handlers.ts'
