import type { OpenModule } from '../../module.ts'
import { queueHandlers } from './queue-handlers.ts'

/** Jobs that wait and that failed, for super administrators. */
export const queues: OpenModule = ({ desk }) => ({ handlers: { queues: queueHandlers(desk) } })
