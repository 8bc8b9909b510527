export { taskHandlers } from './task-handlers.ts'
export { settleContactTasks } from './task-jobs.ts'
export { lockTask, openTask, settleTasks, tasksAbout } from './task-store.ts'
