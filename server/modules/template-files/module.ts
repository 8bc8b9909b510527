import type { OpenModule } from '../../module.ts'
import {
  adminTemplateFileHandlers,
  templateFileEndpoints,
  templateFileHandlers,
} from './template-file-handlers.ts'

/** Templates as files that other programs read. */
export const templateFiles: OpenModule = () => ({
  handlers: { templateFiles: templateFileHandlers, adminTemplateFiles: adminTemplateFileHandlers },
  files: templateFileEndpoints,
})
