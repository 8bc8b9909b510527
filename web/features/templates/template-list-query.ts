import type { TemplateOrder } from '../../../contract/templates.ts'
import { sortIn, type ListOrders } from '../../ui/list-orders.ts'
import { idIn, pageIn, searchIn } from '../../ui/query-string.ts'
import { attentions } from './template-attention.ts'
import { templateStatusOrder } from './template-status.ts'

/** Whose templates a clinic looks at, in the order of the tabs. */
export const templateViews = [
  { owner: 'all', label: 'All' },
  { owner: 'platform', label: 'Platform' },
  { owner: 'group', label: 'Our group' },
  { owner: 'own', label: 'Our own' },
  { owner: 'personal', label: 'Personal' },
] as const

/** Of which a template was just made stands by its last change, so that it is seen. */
export const templateOrdersOf = (params: URLSearchParams): ListOrders<TemplateOrder> => ({
  labels: {
    type: 'Treatment type, A to Z',
    '-type': 'Treatment type, Z to A',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-uses': 'Used most',
    uses: 'Used least',
    updated: 'Last changed, newest first',
  },
  fallback: idIn(params, 'created') ? 'updated' : 'type',
})

const type_length_max = 120

/** What the address asks of the list; anything malformed counts as absent, so that an old bookmark still opens. */
export function templateListQuery(params: URLSearchParams) {
  return {
    search: searchIn(params),
    status: templateStatusOrder.find((status) => status === params.get('status')) ?? ('all' as const),
    treatmentType: params.get('type')?.trim().slice(0, type_length_max) ?? '',
    owner: templateViews.find(({ owner }) => owner === params.get('owner'))?.owner ?? ('all' as const),
    attention:
      attentions.find(({ attention }) => attention === params.get('attention'))?.attention ??
      ('all' as const),
    order: sortIn(params, templateOrdersOf(params)),
    page: pageIn(params),
  }
}
export type TemplateListQuery = ReturnType<typeof templateListQuery>

/** Whether anything but the page is asked for, so that an empty list is no wonder. */
export const isFiltered = ({ search, status, treatmentType, owner, attention }: TemplateListQuery) =>
  search !== '' || status !== 'all' || treatmentType !== '' || owner !== 'all' || attention !== 'all'
