import type { CatalogueSort } from '../../../contract/adoptions.ts'
import { sortIn, type ListOrders } from '../../ui/list-orders.ts'
import { pageIn, searchIn } from '../../ui/query-string.ts'
import { adoptionOrder } from './adoption-words.ts'

const type_length_max = 120

export const catalogueOrders: ListOrders<CatalogueSort> = {
  labels: {
    type: 'Treatment type, A to Z',
    '-type': 'Treatment type, Z to A',
    name: 'Template, A to Z',
    '-name': 'Template, Z to A',
    words: 'Words, fewest first',
    '-words': 'Words, most first',
    age: 'Reading age, lowest first',
    '-age': 'Reading age, highest first',
    review: 'Review due, soonest first',
    '-review': 'Review due, latest first',
    adoption: 'To adopt first',
    '-adoption': 'To adopt last',
  },
  fallback: 'type',
}

/** What the address asks of the catalogue; anything malformed counts as absent, so that an old bookmark still opens. */
export const parseCatalogueQuery = (params: URLSearchParams) => ({
  search: searchIn(params),
  treatmentType: params.get('type')?.trim().slice(0, type_length_max) ?? '',
  state: adoptionOrder.find((state) => state === params.get('state')) ?? ('all' as const),
  sort: sortIn(params, catalogueOrders),
  page: pageIn(params),
})
export type CatalogueQuery = ReturnType<typeof parseCatalogueQuery>

/** Whether anything but the page is asked for, so that an empty list is no wonder. */
export const hasFilters = ({ search, treatmentType, state }: CatalogueQuery): boolean =>
  search !== '' || treatmentType !== '' || state !== 'all'
