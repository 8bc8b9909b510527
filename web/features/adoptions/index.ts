export { isOpen } from './adoption-words.ts'
