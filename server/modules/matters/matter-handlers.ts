import { contract } from '../../../contract/index.ts'
import type { SigningStatements, PaperAdditionalConsent } from '../../../contract/matters.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import type { ClinicScope, PatientScope, StaffScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findConsent, lockConsent, acceptsConversations, type ConsentRecord } from '../consents/index.ts'
import { findPatient } from '../patients/index.ts'
import { mayReadAnswer } from '../questions/index.ts'
import {
  isWithinEntryLimit,
  isAdditionalAllowed,
  currentMatters,
  canStateMatters,
  additionalConsentEntries,
  preferenceEntries,
  statementEntries,
  recordedAnswerEntries,
  type MatterEntry,
  type NewMatter,
} from './matter-rules.ts'
import { listAdditionalOfPatient, insertMatters, listMatterEntries, mattersView } from './matter-store.ts'

export type MatterDeps = {
  /** Queues the link to an answer for its patient; or why none goes out. Links are a module's below. */
  sendAnswerLink(
    scope: StaffScope,
    consent: ConsentRecord,
  ): Promise<{ messageId: string } | 'no-contact' | ContactRefusal>
}

/** Writes behind the entries of a locked consent and answers where the patient stands then. */
async function appendEntries(
  scope: ClinicScope | PatientScope,
  consent: ConsentRecord,
  entries: readonly MatterEntry[],
  written: readonly NewMatter[],
) {
  const after = await insertMatters(scope, consent.id, entries, written)
  return {
    answer: await mattersView(scope, consent, after),
    subject: consent.id,
    details: { entries: after.slice(entries.length).map(({ number, kind }) => `${number} ${kind}`) },
  }
}

/** What a patient says of a consent that they may still sign, made by what is known of it already. */
async function saveStatement(
  scope: PatientScope,
  consentId: string,
  make: (entries: readonly MatterEntry[], consent: ConsentRecord) => NewMatter[] | 'option-not-found',
) {
  const consent = await lockConsent(scope, consentId)
  if (!consent?.content) return refuse('not-found')
  if (!canStateMatters(consent, scope.now)) return refuse('wrong-state')
  const entries = await listMatterEntries(scope, consentId)
  const written = make(entries, consent)
  if (written === 'option-not-found') return refuse(written)
  return isWithinEntryLimit(entries, written)
    ? appendEntries(scope, consent, entries, written)
    : refuse('too-many')
}

/** Takes back one additional consent, by whoever may. */
async function withdrawAdditional(
  scope: ClinicScope | PatientScope,
  {
    consentId,
    key,
    text,
  }: { consentId: string; key: SigningStatements['additional'][number]['key']; text: string },
) {
  const consent = await lockConsent(scope, consentId)
  if (!consent) return refuse('not-found')
  const entries = await listMatterEntries(scope, consentId)
  if (!isAdditionalAllowed(entries, consent.content, key)) return refuse('not-given')
  return appendEntries(scope, consent, entries, [{ kind: 'withdrawn', about: key, text }])
}

/**
 * Keeps what came with a signature and is not known yet: the signer may have been without a connection when they said
 * it. The consent is locked and may be signed.
 */
export async function saveSignedStatements(
  scope: PatientScope,
  consent: ConsentRecord,
  { matters, leaning, additional }: SigningStatements,
): Promise<'option-not-found' | null> {
  const entries = await listMatterEntries(scope, consent.id)
  const leaned = leaning === undefined ? [] : preferenceEntries(entries, leaning, consent.content!)
  if (leaned === 'option-not-found') return leaned
  const told = matters ? statementEntries(entries, matters) : []
  const allowed = additionalConsentEntries(entries, additional, consent.content!)
  await insertMatters(scope, consent.id, entries, [...told, ...leaned, ...allowed])
  return null
}

/** Keeps what was said to what is asked besides the treatment, on paper or aloud, as staff write it down. The consent is locked. */
export async function saveRecordedAnswers(
  scope: ClinicScope,
  { id, content }: Pick<ConsentRecord, 'id' | 'content'>,
  said: PaperAdditionalConsent,
  given: { how: 'paper' | 'verbal'; on: Date },
): Promise<void> {
  await insertMatters(
    scope,
    id,
    await listMatterEntries(scope, id),
    recordedAnswerEntries(said, content!, given),
  )
}

/** The operations of `contract/matters.ts`. */
export function matterHandlers({ sendAnswerLink }: MatterDeps) {
  const read = async (scope: ClinicScope | PatientScope, consentId: string) => {
    const consent = await findConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    return { answer: await mattersView(scope, consent, await listMatterEntries(scope, consentId)) }
  }

  return {
    listOwn: handle(contract.matters.listOwn, (scope, { consentId }) => read(scope, consentId)),
    list: handle(contract.matters.list, (scope, { consentId }) => read(scope, consentId)),

    tell: handle(contract.matters.tell, (scope, { consentId, ...said }) =>
      saveStatement(scope, consentId, (entries) => statementEntries(entries, said)),
    ),

    lean: handle(contract.matters.lean, (scope, { consentId, option }) =>
      saveStatement(scope, consentId, (entries, { content }) => preferenceEntries(entries, option, content!)),
    ),

    think: handle(contract.matters.think, (scope, { consentId, remindDays }) =>
      saveStatement(scope, consentId, () => [{ kind: 'thinking', remindDays }]),
    ),

    askCall: handle(contract.matters.askCall, (scope, { consentId, times, text }) =>
      saveStatement(scope, consentId, () => [
        { kind: 'call_wanted', about: [...new Set(times)].join(','), text },
      ]),
    ),

    takeBack: handle(contract.matters.takeBack, (scope, { consentId, key }) =>
      withdrawAdditional(scope, { consentId, key, text: '' }),
    ),

    recordTakenBack: handle(contract.matters.recordTakenBack, (scope, { consentId, key, reason }) =>
      withdrawAdditional(scope, { consentId, key, text: reason }),
    ),

    answer: handle(contract.matters.answer, async (scope, { consentId, matterId, mode, text, on }) => {
      const consent = await lockConsent(scope, consentId)
      const entries = await listMatterEntries(scope, consentId)
      if (!consent || !entries.some(({ id, kind }) => id === matterId && kind === 'told'))
        return refuse('not-found')
      if (!acceptsConversations(consent.status)) return refuse('over')
      if (!currentMatters(entries).some(({ id }) => id === matterId)) return refuse('stale-version')
      const isMessage = mode === 'message'
      if (isMessage && text === '') return refuse('text-missing')
      if (isMessage && !mayReadAnswer(consent.status)) return refuse('wrong-state')
      if (!isMessage && on === null) return refuse('time-missing')
      const talkedAt = isMessage ? null : new Date(on!)
      if (talkedAt && talkedAt > scope.now) return refuse('in-future')
      const answered = { kind: 'answered', answersId: matterId, mode, text, talkedAt } as const
      const done = await appendEntries(scope, consent, entries, [answered])
      const link = isMessage ? await sendAnswerLink(scope, consent) : null
      return typeof link === 'string' ? refuse(link) : done
    }),

    additionalOfPatient: handle(contract.matters.additionalOfPatient, async (scope, { patientId }) => {
      if (!(await findPatient(scope, patientId))) return refuse('not-found')
      return { answer: await listAdditionalOfPatient(scope, patientId) }
    }),
  }
}
