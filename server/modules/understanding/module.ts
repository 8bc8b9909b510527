import type { OpenModule } from '../../module.ts'
import { understandingHandlers } from './understanding-handlers.ts'
import { ensureUnderstandingTask } from './understanding-jobs.ts'

/** Questions that show whether a patient understood. */
export const understanding: OpenModule = ({ runJob }) => ({
  handlers: { understanding: understandingHandlers },
  jobs: { 'understanding.keep-task': (data) => ensureUnderstandingTask(runJob, data) },
  events: ['understanding.changed'],
  subscribes: {
    'understanding.changed': ['understanding.keep-task'],
    'consent.voided': ['understanding.keep-task'],
    'consent.expired': ['understanding.keep-task'],
    'consent.superseded': ['understanding.keep-task'],
  },
})
