export { needsAdoption } from './adoption-words.ts'
