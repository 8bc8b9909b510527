export { lockOwn } from './template-answers.ts'
export { adminTemplateHandlers, setTemplateCare } from './template-handlers.ts'
export { templateHandlers, updateTemplate } from './template-handlers.ts'
export { picturesIn } from './template-pictures.ts'
export { remindOfReviews, reviewComposer, sweepReviews } from './template-review-jobs.ts'
export { countReviewsDue } from './template-review-store.ts'
export {
  isBlank,
  namesOf,
  placeholdersIn,
  tooLongOf,
  unknownPlaceholders,
  type TooLong,
} from './template-rules.ts'
export { makeTemplate } from './template-saving.ts'
export { bringIn, libraryTexts, seedEmptyLibrary } from './template-seeding.ts'
export { seedTemplates, type LibraryText } from './template-seeding.ts'
export { saidByLibrary, type Said } from './template-rules.ts'
export { findCurrent, isVideoInTemplate, materialChange, ownedBy } from './template-store.ts'
export { visibleTo, type TemplateSide } from './template-store.ts'
export { countUse, findTemplateVersion } from './template-use-store.ts'
export { findTemplateWithVersion, knowsTemplate } from './template-use-store.ts'
export { findTreatmentGroups, usableNamed, usableOfSubtypes } from './template-treatment-store.ts'
