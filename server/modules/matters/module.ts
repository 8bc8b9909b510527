import type { OpenModule } from '../../module.ts'
import { matterHandlers } from './matter-handlers.ts'
import { syncMatterTasks } from './matter-jobs.ts'

/** What matters to a patient, and what the practice says to it. */
export const matters: OpenModule = ({ runJob }, { sendAnswerLink }) => ({
  handlers: { matters: matterHandlers({ sendAnswerLink }) },
  jobs: { 'matters.keep-tasks': (data) => syncMatterTasks(runJob, data) },
  events: ['matter.changed'],
  subscribes: {
    'matter.changed': ['matters.keep-tasks'],
    'consent.voided': ['matters.keep-tasks'],
    'consent.expired': ['matters.keep-tasks'],
    'consent.superseded': ['matters.keep-tasks'],
  },
})
