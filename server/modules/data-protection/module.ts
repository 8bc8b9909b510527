import type { OpenModule } from '../../module.ts'
import { processingDocumentRenderer } from '../documents/index.ts'
import { breachHandlers } from './breach-handlers.ts'
import { dutyHandlers } from './duty-handlers.ts'
import { listSubProcessors } from './sub-processors.ts'
import { processingEndpoints } from './processing-handlers.ts'

/** The record of processing, breaches, and what the law asks of a practice besides. */
export const dataProtection: OpenModule = ({ config, previewTypesetter }) => {
  const processing = processingEndpoints({
    subProcessors: listSubProcessors(config),
    renderPdf: processingDocumentRenderer(previewTypesetter),
  })
  return {
    handlers: { dataProtection: { ...breachHandlers, ...dutyHandlers, ...processing.handlers } },
    files: processing.files,
  }
}
