export { enquiryHandlers } from './enquiry-handlers.ts'
export { enquiryQueue, sweepEnquiries, tellOfEnquiry } from './enquiry-jobs.ts'
