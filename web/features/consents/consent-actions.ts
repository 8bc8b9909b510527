import {
  awaitsPatient,
  isAgreed,
  canTransition,
  type ConsentKind,
  type ConsentStatus,
} from '../../../contract/consent-states.ts'
import type { Flag } from '../../../contract/permissions.ts'

/** Nothing more is said of a consent in these states. */
const closedStates: readonly ConsentStatus[] = ['voided', 'superseded', 'expired']

/** What a person may do with a consent in this state. The server decides again; this only spares dead ends. */
export function allowedActions(
  status: ConsentStatus,
  may: (wanted: Flag) => boolean,
  kind: ConsentKind = 'consent',
) {
  const mayCreate = may('createConsents')
  const open = awaitsPatient(status)
  const maySend = mayCreate || may('canSendForms')
  const mayRecord = mayCreate || may('finaliseConsents')
  return {
    edit: status === 'draft' && mayCreate,
    send: canTransition(status, 'send') && maySend,
    links: !canTransition(status, 'send') && maySend,
    giveLink: (open || status === 'verbal') && maySend,
    discuss: !closedStates.includes(status) && mayRecord,
    agreeVerbally: canTransition(status, 'agreeVerbally') && mayRecord,
    refuse: canTransition(status, 'decline') && mayRecord,
    confirm: isAgreed(status) && mayRecord,
    addendum: kind === 'consent' && (status === 'signed' || status === 'finalised') && mayRecord,
    countersign: status === 'signed' && may('finaliseConsents'),
    withdraw: canTransition(status, 'withdraw') && mayRecord,
    replace: canTransition(status, 'supersede') && mayCreate,
    void: canTransition(status, 'void') && may('overrideConsents'),
  }
}
