import type { OpenModule } from '../../module.ts'
import { historyHandlers } from './history-handlers.ts'

/** Medical histories, and the risks that follow from them. */
export const histories: OpenModule = () => ({
  handlers: { histories: historyHandlers },
  events: ['patient.history_changed'],
})
