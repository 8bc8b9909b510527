export { contactPage } from './contact-page.ts'
export { enquiryHandlers } from './enquiry-handlers.ts'
export { enquiryQueue, sweepEnquiries, takeMailedEnquiry, tellOfEnquiry } from './enquiry-jobs.ts'
export { countOpenEnquiries } from './enquiry-store.ts'
