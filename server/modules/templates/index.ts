export { adminTemplateHandlers, templateHandlers } from './template-handlers.ts'
export { seedTemplates } from './template-seeding.ts'
export { countUse, findTemplateVersion, findTemplateWithVersion } from './template-store.ts'
