import type { OpenModule } from '../../module.ts'
import { feeHandlers, groupFeeHandlers } from './fee-handlers.ts'

/** What treatments cost. */
export const fees: OpenModule = () => ({ handlers: { fees: feeHandlers, groupFees: groupFeeHandlers } })
