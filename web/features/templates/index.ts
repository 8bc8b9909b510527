export { keepDraft, readKept, useDraftKeeping } from './editor-draft-keeping.ts'
export { useLeavingGuard } from './editor-leaving.ts'
export { KeptPanel } from './kept-panel.tsx'
export { fillPlaceholders } from './placeholder-filling.ts'
export {
  askedPlaceholders,
  knownPlaceholders,
  placeholderLabel,
  placeholderWords,
} from './placeholder-words.ts'
export { reviewStanding } from './template-attention.ts'
export { type TemplateSummary } from './template-groups.ts'
export { isBlankHtml } from './template-editor-rules.ts'
export { TemplatePicker } from './template-picker.tsx'
export { type Template } from './template-wording-dialog.tsx'
export { listTemplates } from './use-templates.ts'
export { WordingFigures } from './wording-figures.tsx'
export { VersionDifferences } from './version-differences.tsx'
