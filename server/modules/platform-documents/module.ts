import type { OpenModule } from '../../module.ts'
import { platformDocumentHandlers } from './platform-document-handlers.ts'

/** Terms and agreements of the platform, and who accepted them. */
export const platformDocuments: OpenModule = () => ({
  handlers: { platformDocuments: platformDocumentHandlers },
})
