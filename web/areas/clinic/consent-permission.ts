import type { Flag } from '../../../contract/permissions.ts'

type HasPermission = (wanted: Flag) => boolean

/** Who writes to patients about a consent; the server asks for the same. */
export const canMessagePatients = (may: HasPermission): boolean =>
  may('createConsents') || may('canSendForms')

/** Explaining, treating and deciding who signs are one clinician's work. */
export const canTreat = (may: HasPermission): boolean => may('createConsents') || may('finaliseConsents')
