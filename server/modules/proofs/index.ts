export {
  besideHolds,
  partsBeside,
  readBeside,
  stillHolds,
  wordsBeside,
  type KeptBeside,
} from './proof-list.ts'
