import type { OpenModule } from '../../module.ts'
import { taskHandlers } from './task-handlers.ts'
import { ensureCapacityTask, closeContactTasks, closeCountersignTasks } from './task-jobs.ts'

/** What somebody of the practice has to do. */
export const tasks: OpenModule = ({ runJob }) => ({
  handlers: { tasks: taskHandlers },
  jobs: {
    'tasks.settle-contact': (data) => closeContactTasks(runJob, data),
    'tasks.settle-countersign': (data) => closeCountersignTasks(runJob, data),
    'tasks.keep-capacity': (data) => ensureCapacityTask(runJob, data),
  },
  events: ['task.completed', 'task.reopened'],
  subscribes: {
    'capacity.changed': ['tasks.keep-capacity'],
    'consent.signed': ['tasks.settle-contact', 'tasks.keep-capacity'],
    'consent.viewed': ['tasks.settle-contact'],
    'consent.verbal': ['tasks.settle-contact'],
    'consent.finalised': ['tasks.settle-countersign'],
    'consent.withdrawn': ['tasks.keep-capacity', 'tasks.settle-countersign'],
    'consent.declined': ['tasks.settle-contact', 'tasks.keep-capacity'],
    'consent.voided': ['tasks.settle-contact', 'tasks.keep-capacity', 'tasks.settle-countersign'],
    'consent.expired': ['tasks.settle-contact', 'tasks.keep-capacity'],
    'consent.superseded': ['tasks.settle-contact', 'tasks.keep-capacity', 'tasks.settle-countersign'],
  },
})
