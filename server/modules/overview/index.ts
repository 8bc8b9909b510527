export { overviewHandlers } from './overview-handlers.ts'
