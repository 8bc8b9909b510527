import type { OpenModule } from '../../module.ts'
import { clinicalReviewFileHandlers, clinicalReviewHandlers } from './clinical-review-handlers.ts'

/** The library before registered clinicians: what is due, what they are asked, and what they answered. */
export const clinicalReviews: OpenModule = ({ previewTypesetter }) => ({
  handlers: { clinicalReviews: clinicalReviewHandlers },
  files: clinicalReviewFileHandlers(previewTypesetter),
})
