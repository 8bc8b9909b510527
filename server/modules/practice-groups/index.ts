export { endGroupBill } from './practice-group-bill.ts'
