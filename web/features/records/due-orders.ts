import type { RecordDueSort } from '../../../contract/records.ts'
import type { ListOrders } from '../../ui/list-orders.ts'

/** How the records that are due for review can be sorted. */
export const dueOrders: ListOrders<RecordDueSort> = {
  labels: {
    review: 'Due, longest first',
    '-review': 'Due, newest first',
    name: 'Patient, A to Z',
    '-name': 'Patient, Z to A',
    born: 'Date of birth, oldest first',
    '-born': 'Date of birth, youngest first',
    care: 'Last care, oldest first',
    '-care': 'Last care, newest first',
  },
  fallback: 'review',
}
