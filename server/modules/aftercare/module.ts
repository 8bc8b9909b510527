import type { OpenModule } from '../../module.ts'
import { aftercareHandlers } from './aftercare-handlers.ts'
import { aftercareJobs, sweepAftercare } from './aftercare-jobs.ts'
import { worryComposer } from './aftercare-worry-message.ts'

/** What patients read after the treatment, and the worries that they tell. */
export const aftercare: OpenModule = ({ runJob, runSweep, address }) => ({
  handlers: { aftercare: aftercareHandlers(runJob) },
  jobs: aftercareJobs(runJob),
  events: ['worry.told'],
  subscribes: {
    'worry.told': ['aftercare.answer-worry'],
    'task.completed': ['aftercare.settle-worry'],
    'task.reopened': ['aftercare.settle-worry'],
  },
  composers: { worry: worryComposer(address) },
  sweeps: { aftercare: { seconds: 60, run: () => sweepAftercare(runSweep) } },
})
