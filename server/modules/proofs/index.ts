export { besideHolds, partsBeside, readBeside, readMarks, stillHolds, wordsBeside } from './proof-list.ts'
export type { KeptBeside, MarksBeside } from './proof-list.ts'
