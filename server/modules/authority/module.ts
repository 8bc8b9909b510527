import type { OpenModule } from '../../module.ts'
import { authorityHandlers } from './authority-handlers.ts'

/** Who may decide for a patient. */
export const authority: OpenModule = () => ({ handlers: { authority: authorityHandlers } })
