export { invitationLink, registrationToken } from './invitation-links.ts'
export { inviteByMail, setUpPractice } from './practice-founding.ts'
