export { lockTask, openTask, closeTasks, listConsentTasks } from './task-store.ts'
