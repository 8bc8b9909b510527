export { lockOwn } from './template-answers.ts'
export {
  adminTemplateHandlers,
  setTemplateCare,
  templateHandlers,
  updateTemplate,
} from './template-handlers.ts'
export { picturesIn } from './template-pictures.ts'
export { remindOfReviews, reviewComposer, sweepReviews } from './template-review-jobs.ts'
export { isBlank, namesOf, placeholdersIn, unknownPlaceholders } from './template-rules.ts'
export { makeTemplate } from './template-saving.ts'
export { seedTemplates } from './template-seeding.ts'
export { findCurrent, isVideoInTemplate, materialChange, ownedBy } from './template-store.ts'
export { visibleTo, type TemplateSide } from './template-store.ts'
export {
  countUse,
  findTemplateVersion,
  findTemplateWithVersion,
  knowsTemplate,
} from './template-use-store.ts'
export { findTreatmentGroups, usableNamed, usableOfSubtypes } from './template-treatment-store.ts'
