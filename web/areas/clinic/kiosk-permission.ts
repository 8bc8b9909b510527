import type { Flag } from '../../../contract/permissions.ts'
import { awaitsPatient, type ConsentStatus } from '../../../contract/states.ts'

/** Whether somebody may hand a tablet to a patient; the server asks for the same. */
const mayHandOver = (may: (wanted: Flag) => boolean): boolean =>
  may('createConsents') || may('canSendForms') || may('finaliseConsents')

/** Those of these consents that can be handed to the patient now; none for who may not. */
export const formsToHandOver = <C extends { status: ConsentStatus }>(
  consents: readonly C[],
  may: (wanted: Flag) => boolean,
): C[] =>
  mayHandOver(may) ? consents.filter(({ status }) => awaitsPatient(status) || status === 'verbal') : []
