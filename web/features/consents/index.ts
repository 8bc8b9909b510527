export type { RenderHandOver } from './addendum-dialog.tsx'
export type { HrefOfConsentSection } from './consent-paths.ts'
export type { ConsentSection } from './consent-sections.ts'
export { AdditionalConsentFields } from './additional-consent-fields.tsx'
export {
  parseAdditionalAnswers,
  type AdditionalAnswerInput,
  type AdditionalQuestion,
} from './additional-consent-parsing.ts'
export { consentStatusAppearance } from './consent-status.ts'
export { UnaskedList } from './unasked-list.tsx'
export { nameMismatchText } from './name-mismatch-text.ts'
export { LinkButtons } from './link-buttons.tsx'
export { conversationDialogs, LinkDialog } from './lazy-consent-dialogs.ts'
