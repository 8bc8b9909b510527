import { contract } from '../../../contract/index.ts'
import type { FrozenCheck } from '../../../contract/consents.ts'
import type { PatientScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findConsent, lockConsent, mayBeToldOf, type ConsentRecord } from '../consents/index.ts'
import { checkView, isFull, mayCheck, type CheckEntry, type NewCheckEntry } from './understanding-rules.ts'
import { checkEntriesOf, insertCheckEntry, vouchForCheck } from './understanding-store.ts'

const plain = { question: null, answer: null, isRight: null, text: '' } as const

type Open = { consent: ConsentRecord; check: FrozenCheck; entries: CheckEntry[] }
type Closed = 'not-found' | 'wrong-state' | 'no-check' | 'too-many'

/** A patient's consent with its row locked and what was answered so far; or why it takes no answer. */
async function openCheck(scope: PatientScope, consentId: string): Promise<Open | Closed> {
  const consent = await lockConsent(scope, consentId)
  if (!consent?.content) return 'not-found'
  if (!mayCheck(consent, scope.now)) return 'wrong-state'
  const check = consent.content.understanding
  if (!check) return 'no-check'
  const entries = await checkEntriesOf(scope, consentId)
  return isFull(entries) ? 'too-many' : { consent, check, entries }
}

const isAsked = (check: FrozenCheck, question: string | null): boolean =>
  question === null || check.questions.some(({ id }) => id === question)

/** Keeps what a patient said, and answers where the check stands now. */
async function keep(scope: PatientScope, { consent, entries }: Open, written: NewCheckEntry) {
  const after = await insertCheckEntry(scope, consent.id, entries, written)
  const { number, kind } = after.at(-1)!
  return {
    after,
    told: { answer: checkView(consent, after), subject: consent.id, details: { number, kind } },
  }
}

/** The operations of `contract/understanding.ts`. */
export const understandingHandlers = {
  readOwn: handle(contract.understanding.readOwn, async (scope, { consentId }) => {
    const consent = await findConsent(scope, consentId)
    if (!consent?.content) return refuse('not-found')
    return { answer: checkView(consent, await checkEntriesOf(scope, consentId)) }
  }),

  answer: handle(contract.understanding.answer, async (scope, { consentId, question, answer }) => {
    const open = await openCheck(scope, consentId)
    if (typeof open === 'string') return refuse(open)
    const asked = open.check.questions.find(({ id }) => id === question)
    if (!asked) return refuse('question-not-found')
    const chosen = asked.answers[answer]
    if (!chosen) return refuse('answer-not-found')
    const written = { ...plain, kind: 'answered', question, answer, isRight: chosen.right } as const
    return (await keep(scope, open, written)).told
  }),

  talk: handle(contract.understanding.talk, async (scope, { consentId, question }) => {
    const open = await openCheck(scope, consentId)
    if (typeof open === 'string') return refuse(open)
    if (!isAsked(open.check, question)) return refuse('question-not-found')
    return (await keep(scope, open, { ...plain, kind: 'talk', question })).told
  }),

  finish: handle(contract.understanding.finish, async (scope, { consentId, ownWords }) => {
    const open = await openCheck(scope, consentId)
    if (typeof open === 'string') return refuse(open)
    const { after, told } = await keep(scope, open, { ...plain, kind: 'finished', text: ownWords })
    await vouchForCheck(scope, open.consent, after)
    return told
  }),

  get: handle(contract.understanding.get, async (scope, { consentId }) => {
    const consent = await findConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    return { answer: checkView(consent, await checkEntriesOf(scope, consentId)) }
  }),

  explain: handle(contract.understanding.explain, async (scope, { consentId, text, seen }) => {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    if (!mayBeToldOf(consent.status)) return refuse('over')
    if (!consent.content?.understanding) return refuse('no-check')
    const entries = await checkEntriesOf(scope, consentId)
    if (entries.length !== seen) return refuse('stale-version')
    if (isFull(entries)) return refuse('too-many')
    const after = await insertCheckEntry(scope, consentId, entries, { ...plain, kind: 'explained', text })
    await vouchForCheck(scope, consent, after, 'understanding.explained')
    const { number } = after.at(-1)!
    return { answer: checkView(consent, after), subject: consentId, details: { number } }
  }),
}
