import type { OpenModule } from '../../module.ts'
import { adminTemplateHandlers, templateHandlers } from './template-handlers.ts'
import { remindOfReviews, reviewComposer, sweepReviews } from './template-review-jobs.ts'

/** The library of consent texts. */
export const templates: OpenModule = ({ runJob, runSweep, address }) => ({
  handlers: { templates: templateHandlers, adminTemplates: adminTemplateHandlers },
  jobs: { 'templates.remind-of-reviews': (data) => remindOfReviews(runJob, data) },
  composers: { 'template-review': reviewComposer(address) },
  sweeps: { 'templates.reviews': { seconds: 3600, run: () => sweepReviews(runSweep) } },
})
