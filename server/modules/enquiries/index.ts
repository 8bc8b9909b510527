export { contactPage } from './contact-page.ts'
export { takeMailedEnquiry } from './enquiry-jobs.ts'
export { countOpenEnquiries } from './enquiry-store.ts'
