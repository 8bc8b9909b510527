import type { FeeSort } from '../../../contract/fees.ts'
import type { ListOrders } from '../../ui/list-orders.ts'

export const feeOrders: ListOrders<FeeSort> = {
  labels: {
    set: 'Fees set first',
    name: 'Treatment, A to Z',
    '-name': 'Treatment, Z to A',
    price: 'Private fee, lowest first',
    '-price': 'Private fee, highest first',
    '-from': 'Applies from, newest first',
    from: 'Applies from, oldest first',
  },
  fallback: 'set',
}
