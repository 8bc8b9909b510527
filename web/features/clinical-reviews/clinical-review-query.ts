import {
  clinicalReviewFilters,
  type ClinicalReviewFilter,
  type ClinicalReviewOrder,
} from '../../../contract/clinical-review-states.ts'
import { sortIn, type ListOrders } from '../../ui/list-orders.ts'
import { pageIn, searchIn } from '../../ui/query-string.ts'

export type ClinicalReviewQuery = {
  search: string
  page: number
  show: ClinicalReviewFilter
  sort: ClinicalReviewOrder
}

export const clinicalReviewOrders: ListOrders<ClinicalReviewOrder> = {
  labels: {
    due: 'Next review, earliest first',
    '-due': 'Next review, latest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-reviewed': 'Last review, newest first',
    reviewed: 'Last review, oldest first',
  },
  fallback: 'due',
}

/** What the address asks of the list; anything malformed counts as absent, so that an old bookmark still opens. */
export const parseClinicalReviewQuery = (params: URLSearchParams): ClinicalReviewQuery => ({
  search: searchIn(params),
  page: pageIn(params),
  show: clinicalReviewFilters.find((known) => known === params.get('show')) ?? 'all',
  sort: sortIn(params, clinicalReviewOrders),
})
