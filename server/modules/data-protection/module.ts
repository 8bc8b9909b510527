import type { OpenModule } from '../../module.ts'
import { processingDrawer } from '../documents/index.ts'
import { breachHandlers } from './breach-handlers.ts'
import { dutyHandlers } from './duty-handlers.ts'
import { outsideServices } from './outside-services.ts'
import { processingEndpoints } from './processing-handlers.ts'

/** The record of processing, breaches, and what the law asks of a practice besides. */
export const dataProtection: OpenModule = ({ config, previewTypesetter }) => {
  const processing = processingEndpoints({
    subProcessors: outsideServices(config),
    draw: processingDrawer(previewTypesetter),
  })
  return {
    handlers: { dataProtection: { ...breachHandlers, ...dutyHandlers, ...processing.handlers } },
    files: processing.files,
  }
}
