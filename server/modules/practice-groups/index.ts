export { nameOfGroupReport } from './practice-group-evidence-store.ts'
export { leaveGroup } from './practice-group-leaving.ts'
