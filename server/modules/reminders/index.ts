export { climbAfterCall, climbLadder } from './reminder-ladder-jobs.ts'
export { reminderHandlers } from './reminder-handlers.ts'
export { planReminders, remind, replanReminders, sweepReminders } from './reminder-jobs.ts'
