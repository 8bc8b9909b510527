export { leaveGroup } from './practice-group-leaving.ts'
