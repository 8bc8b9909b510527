import { pageIn, searchIn } from '../../ui/query-string.ts'
import { adoptionOrder } from './adoption-words.ts'

const type_length_max = 120

/** What the address asks of the catalogue; anything malformed counts as absent, so that an old bookmark still opens. */
export const parseCatalogueQuery = (params: URLSearchParams) => ({
  search: searchIn(params),
  treatmentType: params.get('type')?.trim().slice(0, type_length_max) ?? '',
  state: adoptionOrder.find((state) => state === params.get('state')) ?? ('all' as const),
  page: pageIn(params),
})
export type CatalogueQuery = ReturnType<typeof parseCatalogueQuery>

/** Whether anything but the page is asked for, so that an empty list is no wonder. */
export const hasFilters = ({ search, treatmentType, state }: CatalogueQuery): boolean =>
  search !== '' || treatmentType !== '' || state !== 'all'
