export {
  adminTemplateFileHandlers,
  templateFileEndpoints,
  templateFileHandlers,
} from './template-file-handlers.ts'
