export { contactPage } from './contact-page.ts'
export { receiveMailedEnquiry } from './enquiry-jobs.ts'
export { countOpenEnquiries } from './enquiry-store.ts'
