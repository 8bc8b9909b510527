export { dayInWords } from './appointment-words.ts'
