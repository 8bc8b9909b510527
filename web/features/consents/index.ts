export type { RenderHandOver } from './addendum-dialog.tsx'
export { AdditionalConsentFields } from './additional-consent-fields.tsx'
export {
  parseAdditionalAnswers,
  type AdditionalAnswerInput,
  type AdditionalQuestion,
} from './additional-consent-parsing.ts'
export { consentStatusAppearance } from './consent-status.ts'
export { nameMismatchText } from './name-mismatch-text.ts'
export { conversationDialogs } from './lazy-consent-dialogs.ts'
