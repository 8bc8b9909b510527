import {
  clinicStatuses,
  directorySortOrders,
  trialStates,
  type ClinicStatus,
  type DirectorySortOrder,
  type TrialState,
} from '../../../contract/clinic-states.ts'
import { planNames, type PlanName } from '../../../contract/plans.ts'
import { pageIn, searchIn } from '../../ui/query-string.ts'

export type ClinicDirectoryQuery = {
  search: string
  page: number
  order: DirectorySortOrder
  status?: ClinicStatus
  plan?: PlanName
  trial?: TrialState
}

/** What the address asks of the Practice Directory; anything malformed counts as absent, so that an old bookmark still opens. */
export function parseClinicDirectoryQuery(params: URLSearchParams): ClinicDirectoryQuery {
  const status = clinicStatuses.find((known) => known === params.get('status'))
  const plan = planNames.find((known) => known === params.get('plan'))
  const trial = trialStates.find((known) => known === params.get('trial'))
  return {
    search: searchIn(params),
    page: pageIn(params),
    order: directorySortOrders.find((known) => known === params.get('order')) ?? 'name',
    ...(status && { status }),
    ...(plan && { plan }),
    ...(trial && { trial }),
  }
}

/** Whether a filter or a search leaves practices out. */
export const hasFilters = ({ search, status, plan, trial }: ClinicDirectoryQuery): boolean =>
  search !== '' || Boolean(status ?? plan ?? trial)
