export { templateHandlers } from './template-handlers.ts'
export { seedTemplates } from './template-seeding.ts'
export { countUse, findTemplateVersion, findTemplateWithVersion, type TemplateWithVersion } from './template-store.ts'
