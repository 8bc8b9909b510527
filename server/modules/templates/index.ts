export { lockOwnTemplate } from './template-responses.ts'
export { setTemplateCare, updateTemplate } from './template-handlers.ts'
export { ownVideosIn } from './template-videos.ts'
export { placePictures } from './template-pictures.ts'
export type { ReviewAnswer, Wording } from './template-schema.ts'
export { judgeReviews } from './template-signature-rules.ts'
export { seedClinicalReviews } from './template-signature-seeding.ts'
export { insertReview, setReviewDue, type NewReview } from './template-signature-store.ts'
export { findGroupName, groupUseOf, groupUseIn } from './template-group-store.ts'
export { countReviewsDue } from './template-review-store.ts'
export { isBlank, templateNamesOf, placeholdersIn, findTooLongSection } from './template-rules.ts'
export { createTemplate } from './template-saving.ts'
export { importLibraryTexts, readLibraryTexts, seedEmptyLibrary } from './template-seeding.ts'
export { seedTemplates, type LibraryText } from './template-seeding.ts'
export { libraryVersionContent, unknownPlaceholders } from './template-rules.ts'
export type { VersionContent, TooLongSection } from './template-rules.ts'
export { wordingViewOf } from './template-view.ts'
export { insertTemplate, saveVersion, updateTemplateFields } from './template-store.ts'
export { findCurrentTemplate, findMaterialChange } from './template-store.ts'
export { isFollowedBy, isVideoInTemplate, ownedBy } from './template-store.ts'
export { usableByGroup, visibleTo, type CurrentTemplate, type TemplateSide } from './template-store.ts'
export { findMatchingTemplates, hasWords } from './template-list-store.ts'
export { recordTemplateUse, findTemplateVersions } from './template-use-store.ts'
export { findTemplateWithVersion, isTemplateKnown } from './template-use-store.ts'
export {
  findLibraryIds,
  findTreatmentProperties,
  findUsableByIdOrName,
  findUsableBySubtypes,
  listUsableTemplates,
} from './template-treatment-store.ts'
