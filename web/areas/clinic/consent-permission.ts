import type { Flag } from '../../../contract/permissions.ts'

type May = (wanted: Flag) => boolean

/** Who writes to patients about a consent; the server asks for the same. */
export const mayAnswer = (may: May): boolean => may('createConsents') || may('canSendForms')

/** Explaining, treating and deciding who signs are one clinician's work. */
export const mayTreat = (may: May): boolean => may('createConsents') || may('finaliseConsents')
