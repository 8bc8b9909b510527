export { taskHandlers } from './task-handlers.ts'
export { keepCapacityTask, settleContactTasks } from './task-jobs.ts'
export { lockTask, openTask, settleTasks, tasksAbout } from './task-store.ts'
