export { isCountersignAsked, lockTask, openTask, closeTasks, listConsentTasks } from './task-store.ts'
