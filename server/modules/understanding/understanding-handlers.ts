import { contract } from '../../../contract/index.ts'
import type { FrozenUnderstandingCheck } from '../../../contract/consents.ts'
import type { PatientScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findConsent, lockConsent, acceptsConversations, type ConsentRecord } from '../consents/index.ts'
import {
  checkView,
  isEntryLimitReached,
  canCheck,
  type CheckEntry,
  type NewCheckEntry,
} from './understanding-rules.ts'
import { listCheckEntries, insertCheckEntry, anchorUnderstandingCheck } from './understanding-store.ts'

const emptyEntry = { question: null, answer: null, isRight: null, text: '' } as const

type OpenCheck = { consent: ConsentRecord; check: FrozenUnderstandingCheck; entries: CheckEntry[] }
type ClosedReason = 'not-found' | 'wrong-state' | 'no-check' | 'too-many'

/** A patient's consent with its row locked and what was answered so far; or why it takes no answer. */
async function openCheck(scope: PatientScope, consentId: string): Promise<OpenCheck | ClosedReason> {
  const consent = await lockConsent(scope, consentId)
  if (!consent?.content) return 'not-found'
  if (!canCheck(consent, scope.now)) return 'wrong-state'
  const check = consent.content.understanding
  if (!check) return 'no-check'
  const entries = await listCheckEntries(scope, consentId)
  return isEntryLimitReached(entries) ? 'too-many' : { consent, check, entries }
}

const isInCheck = (check: FrozenUnderstandingCheck, question: string | null): boolean =>
  question === null || check.questions.some(({ id }) => id === question)

/** Keeps what a patient said, and answers where the check stands now. */
async function saveEntry(scope: PatientScope, { consent, entries }: OpenCheck, written: NewCheckEntry) {
  const after = await insertCheckEntry(scope, consent.id, entries, written)
  const { number, kind } = after.at(-1)!
  return {
    after,
    result: { answer: checkView(consent, after), subject: consent.id, details: { number, kind } },
  }
}

/** The operations of `contract/understanding.ts`. */
export const understandingHandlers = {
  readOwn: handle(contract.understanding.readOwn, async (scope, { consentId }) => {
    const consent = await findConsent(scope, consentId)
    if (!consent?.content) return refuse('not-found')
    return { answer: checkView(consent, await listCheckEntries(scope, consentId)) }
  }),

  answer: handle(contract.understanding.answer, async (scope, { consentId, question, answer }) => {
    const open = await openCheck(scope, consentId)
    if (typeof open === 'string') return refuse(open)
    const foundQuestion = open.check.questions.find(({ id }) => id === question)
    if (!foundQuestion) return refuse('question-not-found')
    const chosen = foundQuestion.answers[answer]
    if (!chosen) return refuse('answer-not-found')
    const written = { ...emptyEntry, kind: 'answered', question, answer, isRight: chosen.right } as const
    return (await saveEntry(scope, open, written)).result
  }),

  talk: handle(contract.understanding.talk, async (scope, { consentId, question }) => {
    const open = await openCheck(scope, consentId)
    if (typeof open === 'string') return refuse(open)
    if (!isInCheck(open.check, question)) return refuse('question-not-found')
    return (await saveEntry(scope, open, { ...emptyEntry, kind: 'talk', question })).result
  }),

  finish: handle(contract.understanding.finish, async (scope, { consentId, ownWords }) => {
    const open = await openCheck(scope, consentId)
    if (typeof open === 'string') return refuse(open)
    const { after, result } = await saveEntry(scope, open, {
      ...emptyEntry,
      kind: 'finished',
      text: ownWords,
    })
    await anchorUnderstandingCheck(scope, open.consent, after)
    return result
  }),

  get: handle(contract.understanding.get, async (scope, { consentId }) => {
    const consent = await findConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    return { answer: checkView(consent, await listCheckEntries(scope, consentId)) }
  }),

  explain: handle(contract.understanding.explain, async (scope, { consentId, text, seen }) => {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    if (!acceptsConversations(consent.status)) return refuse('over')
    if (!consent.content?.understanding) return refuse('no-check')
    const entries = await listCheckEntries(scope, consentId)
    if (entries.length !== seen) return refuse('stale-version')
    if (isEntryLimitReached(entries)) return refuse('too-many')
    const after = await insertCheckEntry(scope, consentId, entries, {
      ...emptyEntry,
      kind: 'explained',
      text,
    })
    await anchorUnderstandingCheck(scope, consent, after, 'understanding.explained')
    const { number } = after.at(-1)!
    return { answer: checkView(consent, after), subject: consentId, details: { number } }
  }),
}
