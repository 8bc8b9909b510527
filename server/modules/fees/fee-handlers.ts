import type { GroupScope } from '../../platform/database/transaction.ts'
import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { todayOf } from '../clinics/index.ts'
import { groupUseOf } from '../templates/index.ts'
import { importFees, listFees, removeFee, saveFee } from './fee-list.ts'
import { nhsChargesOn } from './fee-quotes.ts'
import { isOutdated } from './fee-rules.ts'

const { fees, groupFees } = contract

/** The operations of `contract/fees.ts`. */
export const feeHandlers = {
  list: handle(fees.list, listFees),
  save: handle(fees.save, saveFee),
  remove: handle(fees.remove, (scope, { feeId }) => removeFee(scope, feeId)),
  import: handle(fees.import, importFees),
  charges: handle(fees.charges, async (scope) => {
    const day = await todayOf(scope)
    const charges = await nhsChargesOn(scope, day)
    return { answer: { ...charges, isOutdated: isOutdated(charges, day) } }
  }),
}

const isAdministrator = ({ role }: GroupScope): boolean => role === 'group_admin'

/** The operations of `contract/group-fees.ts`. */
export const groupFeeHandlers = {
  list: handle(groupFees.list, async (scope, query) => {
    const { answer } = await listFees(scope, query)
    return { answer: { ...answer, use: await groupUseOf(scope, 'uses_fees_since') } }
  }),
  save: handle(groupFees.save, async (scope, input) =>
    isAdministrator(scope) ? saveFee(scope, input) : refuse('group-administrators-only'),
  ),
  remove: handle(groupFees.remove, async (scope, { feeId }) =>
    isAdministrator(scope) ? removeFee(scope, feeId) : refuse('group-administrators-only'),
  ),
  import: handle(groupFees.import, async (scope, input) =>
    isAdministrator(scope) ? importFees(scope, input) : refuse('group-administrators-only'),
  ),
}
