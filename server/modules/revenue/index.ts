export { revenueFileHandlers, revenueHandlers } from './revenue-handlers.ts'
