export { saveDraft, readStored, useDraftAutosave } from './draft-autosave.ts'
export { useUnsavedChangesGuard } from './unsaved-changes-guard.ts'
export { RestoreDraftPanel } from './restore-draft-panel.tsx'
export { fillPlaceholders, markFilled } from './placeholder-filling.ts'
export {
  fillablePlaceholders,
  knownPlaceholders,
  placeholderLabel,
  placeholderWords,
} from './placeholder-words.ts'
export { clinicalReviewText } from './clinical-review-text.ts'
export { reviewStatus } from './template-attention.ts'
export { isBlankHtml } from './template-editor-rules.ts'
export { QuickTemplateLinks } from './quick-template-links.tsx'
export { TemplatePicker } from './template-picker.tsx'
export { type Template } from './template-wording-dialog.tsx'
export { listTemplates, type TemplateSummary } from './use-templates.ts'
export { TemplateDetails } from './template-details.tsx'
export { requirementsText } from './template-words.ts'
export { placedPictures, useLibraryPictures } from './library-pictures.ts'
export { RiskSources } from './risk-sources.tsx'
export { markChips } from './token-text.tsx'
export { ownFigureText, WordingFigures } from './wording-figures.tsx'
export { VersionDifferences } from './version-differences.tsx'
