export { formatDay } from './appointment-words.ts'
