import { awaitsPatient, isAgreed, mayMove, type ConsentStatus } from '../../../contract/states.ts'
import type { Flag } from '../../../contract/permissions.ts'

/** Nothing more is said of a consent in these states. */
const closed: readonly ConsentStatus[] = ['voided', 'superseded', 'expired']

/** What a person may do with a consent in this state. The server decides again; this only spares dead ends. */
export function actionsOf(status: ConsentStatus, may: (wanted: Flag) => boolean) {
  const mayCreate = may('createConsents')
  const open = awaitsPatient(status)
  const maySend = mayCreate || may('canSendForms')
  const mayRecord = mayCreate || may('finaliseConsents')
  return {
    edit: status === 'draft' && mayCreate,
    send: mayMove(status, 'send') && maySend,
    links: !mayMove(status, 'send') && maySend,
    giveLink: (open || status === 'verbal') && maySend,
    discuss: !closed.includes(status) && mayRecord,
    agreeVerbally: mayMove(status, 'agreeVerbally') && mayRecord,
    refuse: mayMove(status, 'decline') && mayRecord,
    confirm: isAgreed(status) && mayRecord,
    countersign: status === 'signed' && may('finaliseConsents'),
    withdraw: mayMove(status, 'withdraw') && mayRecord,
    replace: mayMove(status, 'supersede') && mayCreate,
    void: mayMove(status, 'void') && may('overrideConsents'),
  }
}
