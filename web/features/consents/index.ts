export type { RenderHandOver } from './addendum-dialog.tsx'
export { AdditionalConsentFields } from './additional-consent-fields.tsx'
export {
  parseAdditionalAnswers,
  type AdditionalAnswerInput,
  type AdditionalQuestion,
} from './additional-consent-parsing.ts'
export { consentStatusAppearance } from './consent-status.ts'
export { nameMismatchText } from './name-mismatch-text.ts'
export { LinkButtons } from './link-buttons.tsx'
export { conversationDialogs, LinkDialog } from './lazy-consent-dialogs.ts'
