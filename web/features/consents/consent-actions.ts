import { awaitsPatient, mayMove, type ConsentStatus } from '../../../contract/states.ts'
import type { Flag } from '../../../contract/permissions.ts'

/** What a person may do with a consent in this state. The server decides again; this only spares dead ends. */
export function actionsOf(status: ConsentStatus, may: (wanted: Flag) => boolean) {
  const mayCreate = may('createConsents')
  const open = awaitsPatient(status)
  const maySend = mayCreate || may('canSendForms')
  return {
    edit: status === 'draft' && mayCreate,
    send: status === 'draft' && maySend,
    links: status !== 'draft' && maySend,
    giveLink: open && maySend,
    countersign: status === 'signed' && may('finaliseConsents'),
    withdraw: mayMove(status, 'withdraw') && (mayCreate || may('finaliseConsents')),
    replace: mayMove(status, 'supersede') && mayCreate,
    void: mayMove(status, 'void') && may('overrideConsents'),
  }
}
