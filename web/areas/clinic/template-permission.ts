import type { Flag } from '../../../contract/permissions.ts'

/** Who may change treatment types and templates; the server decides the same. */
export const canChangeTemplates = (may: (wanted: Flag) => boolean): boolean =>
  may('manageTemplates') || may('canManageTemplates')
