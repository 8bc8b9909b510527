export { type TemplateSummary } from './template-groups.ts'
export { TemplatePicker } from './template-picker.tsx'
export { type Template } from './template-wording-dialog.tsx'
export { listTemplates } from './use-templates.ts'
