import type { Flag } from '../../../contract/permissions.ts'
import { awaitsPatient, type ConsentStatus } from '../../../contract/consent-states.ts'

/** Whether somebody may hand a tablet to a patient; the server asks for the same. */
const canStartKioskSession = (may: (wanted: Flag) => boolean): boolean =>
  may('createConsents') || may('canSendForms') || may('finaliseConsents')

/** Those of these consents that can be handed to the patient now; none for who may not. */
export const kioskConsents = <C extends { status: ConsentStatus }>(
  consents: readonly C[],
  may: (wanted: Flag) => boolean,
): C[] =>
  canStartKioskSession(may)
    ? consents.filter(({ status }) => awaitsPatient(status) || status === 'verbal')
    : []
