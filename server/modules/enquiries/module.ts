import type { OpenModule } from '../../module.ts'
import { enquiryHandlers } from './enquiry-handlers.ts'
import { enquiryQueue, sweepEnquiries, notifyOfEnquiry } from './enquiry-jobs.ts'

/** What visitors of the public site write to us. */
export const enquiries: OpenModule = (core) => {
  const { rates, runPlatformJob, contactMailer: mailer } = core
  return {
    handlers: { enquiries: enquiryHandlers({ rates, runPlatformJob }) },
    jobs: { [enquiryQueue]: (data) => notifyOfEnquiry({ ...core, mailer }, data) },
    sweeps: { enquiries: { seconds: 600, run: () => sweepEnquiries(runPlatformJob) } },
  }
}
