export { lockTask, openTask, settleTasks, tasksAbout } from './task-store.ts'
