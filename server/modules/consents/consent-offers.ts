import { isPermitted } from '../../../contract/access.ts'
import {
  consentActions,
  rowActions,
  type Consent,
  type ConsentAction,
  type ConsentActions,
  type RowAction,
} from '../../../contract/consents.ts'
import { contract } from '../../../contract/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { findStaff } from '../staff/index.ts'
import { actionRules, hasRecords, type ActionFacts } from './consent-action-rules.ts'
import { discussionsOf } from './consent-care-store.ts'
import type { ConsentRecord } from './consent-store.ts'
import type { ConsentDeps } from './consent-view.ts'

const { aftercare, consents, documents, kiosks, paper, reminders, signing, tasks } = contract

/** The operation that carries out each action: what it needs, a person has to hold. */
const operationByAction = {
  edit: consents.update,
  discard: consents.discard,
  send: consents.send,
  link: signing.createLink,
  remind: reminders.remindNow,
  letter: documents.printLetter,
  paper: paper.print,
  giveOut: paper.giveOut,
  addScan: paper.addScan,
  kiosk: kiosks.handOver,
  discuss: consents.recordDiscussion,
  agreeVerbally: consents.recordVerbal,
  refuse: consents.recordRefusal,
  confirm: consents.confirm,
  countersign: consents.finalise,
  askCountersign: tasks.askCountersignature,
  addendum: consents.recordAddendum,
  withdraw: consents.recordWithdrawal,
  replace: consents.create,
  void: consents.void,
  recordDone: aftercare.recordDone,
} as const satisfies Record<ConsentAction, unknown>

/** Whether somebody of the practice could countersign, as far as their profession goes. */
export async function isRegisteredClinician(scope: ClinicScope, staffId: string): Promise<boolean> {
  const member = await findStaff(scope, staffId)
  return member?.status === 'active' && member.isClinician && Boolean(member.gdcNumber)
}

/** Whether whoever asks could countersign a consent themselves. */
export const mayCountersign = async (scope: ClinicScope): Promise<boolean> =>
  isPermittedAction(scope, 'countersign') && (await isRegisteredClinician(scope, scope.staffId))

type CountersignDeps = Pick<ConsentDeps, 'countUnanswered' | 'awaitedCosigners'>
type CountersignFacts = Pick<
  ActionFacts,
  'isRegistered' | 'discussionCount' | 'unansweredCount' | 'awaitedCosigners'
>

type RequestFacts = Pick<ActionFacts, 'mayCountersign' | 'isCountersignAsked'>

/** What the rule for countersigning asks of this consent and this person. */
export async function countersignFacts(
  scope: ClinicScope,
  consentId: string,
  { countUnanswered, awaitedCosigners }: CountersignDeps,
): Promise<CountersignFacts> {
  return {
    isRegistered: await isRegisteredClinician(scope, scope.staffId),
    discussionCount: (await discussionsOf(scope, consentId)).length,
    unansweredCount: await countUnanswered(scope, consentId),
    awaitedCosigners: await awaitedCosigners(scope, consentId),
  }
}

/** Nobody countersigns what is not signed: nothing is looked up for it. */
const notSigned: CountersignFacts & RequestFacts = {
  mayCountersign: false,
  isCountersignAsked: false,
  isRegistered: false,
  discussionCount: 0,
  unansweredCount: 0,
  awaitedCosigners: [],
}

/** Whether whoever asks holds what the action needs. */
function isPermittedAction({ holder }: ClinicScope, action: ConsentAction): boolean {
  const { needs } = operationByAction[action]['~orpc'].meta
  return isPermitted(holder, needs)
}

/** What whoever asks may do with a consent of a list: no statement for the database is needed to say it. */
export const rowActionsOf = (
  scope: ClinicScope,
  consent: Pick<ConsentRecord, 'status' | 'expiresAt'> & Pick<ActionFacts, 'hasRecords'>,
): RowAction[] =>
  rowActions.filter(
    (action) =>
      isPermittedAction(scope, action) && actionRules[action]({ ...consent, now: scope.now }) === null,
  )

/** All that decides about countersigning, and about asking a clinician to. */
async function signedFacts(
  scope: ClinicScope,
  consentId: string,
  deps: CountersignDeps & Pick<ConsentDeps, 'isCountersignAsked'>,
): Promise<CountersignFacts & RequestFacts> {
  const facts = await countersignFacts(scope, consentId, deps)
  return {
    ...facts,
    mayCountersign: facts.isRegistered && isPermittedAction(scope, 'countersign'),
    isCountersignAsked: await deps.isCountersignAsked(scope, consentId),
  }
}

/** What whoever asks may do with a consent now, and why not the rest. */
export async function actionsOf(
  scope: ClinicScope,
  consent: ConsentRecord,
  { signature, events }: Pick<Consent, 'signature' | 'events'>,
  deps: CountersignDeps & Pick<ConsentDeps, 'isCountersignAsked'>,
): Promise<ConsentActions> {
  const facts: ActionFacts = {
    ...consent,
    now: scope.now,
    isOnPaper: signature?.kind === 'paper',
    hasRecords: hasRecords(events),
    ...(consent.status === 'signed' ? await signedFacts(scope, consent.id, deps) : notSigned),
  }
  const offers = consentActions.map(
    (action) =>
      [action, isPermittedAction(scope, action) ? actionRules[action](facts) : 'not-permitted'] as const,
  )
  return Object.fromEntries(offers) as ConsentActions
}
