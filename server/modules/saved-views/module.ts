import type { OpenModule } from '../../module.ts'
import { savedViewHandlers } from './saved-view-handlers.ts'

/** Lists of consents that somebody keeps by a name. */
export const savedViews: OpenModule = () => ({ handlers: { savedViews: savedViewHandlers } })
