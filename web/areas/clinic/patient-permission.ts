import type { Flag } from '../../../contract/permissions.ts'

/** Adding, changing and archiving patients needs either of two permissions. */
export const canEditPatients = (may: (wanted: Flag) => boolean) =>
  may('createConsents') || may('canEditPatients')
