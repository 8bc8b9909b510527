import type { OpenModule } from '../../module.ts'
import { featureHoldHandlers } from './feature-hold-handlers.ts'

/** Features that super administrators switched off. */
export const featureHolds: OpenModule = () => ({ handlers: { featureHolds: featureHoldHandlers } })
