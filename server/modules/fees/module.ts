import type { OpenModule } from '../../module.ts'
import { feeHandlers } from './fee-handlers.ts'

/** What treatments cost. */
export const fees: OpenModule = () => ({ handlers: { fees: feeHandlers } })
