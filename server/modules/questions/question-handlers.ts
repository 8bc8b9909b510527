import { contract } from '../../../contract/index.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import type { PatientScope, StaffScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { findConsent, lockConsent, acceptsConversations, type ConsentRecord } from '../consents/index.ts'
import {
  forStaff,
  mayAsk,
  mayReadAnswer,
  questionsFrom,
  tooMuch,
  type NewEntry,
  type QuestionEntry,
} from './question-rules.ts'
import { entriesOf, insertEntry } from './question-store.ts'

export type QuestionDeps = {
  /** Queues the link to an answer for its patient; or why none goes out. Links are a module's below. */
  sendAnswerLink(
    scope: StaffScope,
    consent: ConsentRecord,
  ): Promise<{ messageId: string } | 'no-contact' | ContactRefusal>
}

const plain = {
  questionId: null,
  part: null,
  partTitle: '',
  isBlocking: false,
  mode: null,
  why: null,
  text: '',
} as const satisfies Partial<NewEntry>

const firstOf = (entries: readonly QuestionEntry[], questionId: string) =>
  entries.find(({ id, kind }) => id === questionId && kind === 'asked')

/** The operations of `contract/questions.ts`. */
export function questionHandlers({ sendAnswerLink }: QuestionDeps) {
  /** What a patient writes about a locked consent. */
  async function write(
    scope: PatientScope,
    consent: ConsentRecord,
    entries: readonly QuestionEntry[],
    written: NewEntry,
  ) {
    const after = await insertEntry(scope, consent.id, entries, written)
    const { hash, isBlocking } = after.at(-1)!
    return { answer: questionsFrom(after), subject: consent.id, details: { hash, blocking: isBlocking } }
  }

  return {
    listOwn: handle(contract.questions.listOwn, async (scope, { consentId }) => {
      if (!(await findConsent(scope, consentId))) return refuse('not-found')
      return { answer: questionsFrom(await entriesOf(scope, consentId)) }
    }),

    ask: handle(contract.questions.ask, async (scope, { consentId, part, text, isBlocking }) => {
      const consent = await lockConsent(scope, consentId)
      if (!consent?.content) return refuse('not-found')
      if (!mayAsk(consent, scope.now)) return refuse('wrong-state')
      const section = part === null ? null : consent.content.sections[part - 1]
      if (section === undefined) return refuse('part-not-found')
      const entries = await entriesOf(scope, consentId)
      const much = tooMuch(entries, scope.now)
      if (much) return refuse(much)
      const asked = {
        ...plain,
        kind: 'asked',
        part,
        partTitle: section?.title ?? '',
        text,
        isBlocking,
      } as const
      return write(scope, consent, entries, asked)
    }),

    add: handle(contract.questions.add, async (scope, { consentId, questionId, text, isBlocking }) => {
      const consent = await lockConsent(scope, consentId)
      const entries = await entriesOf(scope, consentId)
      if (!consent || !firstOf(entries, questionId)) return refuse('not-found')
      if (!mayAsk(consent, scope.now)) return refuse('wrong-state')
      const much = tooMuch(entries, scope.now)
      if (much) return refuse(much)
      return write(scope, consent, entries, { ...plain, kind: 'added', questionId, text, isBlocking })
    }),

    settle: handle(contract.questions.settle, async (scope, { consentId, questionId, why }) => {
      const consent = await lockConsent(scope, consentId)
      const entries = await entriesOf(scope, consentId)
      const question = questionsFrom(entries).find(({ id }) => id === questionId)
      if (!consent || !question) return refuse('not-found')
      if (!mayAsk(consent, scope.now)) return refuse('wrong-state')
      if (question.state !== 'open') return refuse('not-open')
      return write(scope, consent, entries, { ...plain, kind: 'settled', questionId, why })
    }),

    list: handle(contract.questions.list, async (scope, { consentId }) => {
      if (!(await findConsent(scope, consentId))) return refuse('not-found')
      return { answer: forStaff(questionsFrom(await entriesOf(scope, consentId))) }
    }),

    answer: handle(contract.questions.answer, async (scope, { consentId, questionId, mode, text, seen }) => {
      const consent = await lockConsent(scope, consentId)
      const entries = await entriesOf(scope, consentId)
      const question = questionsFrom(entries).find(({ id }) => id === questionId)
      if (!consent || !question) return refuse('not-found')
      if (!acceptsConversations(consent.status)) return refuse('over')
      if (mode === 'message' && !mayReadAnswer(consent.status)) return refuse('wrong-state')
      if (question.entries.at(-1)!.id !== seen) return refuse('stale-version')
      const after = await insertEntry(scope, consentId, entries, {
        ...plain,
        ...{ kind: 'answered', questionId, mode, text },
      })
      const link = mode === 'message' ? await sendAnswerLink(scope, consent) : null
      if (typeof link === 'string') return refuse(link)
      return {
        answer: forStaff(questionsFrom(after)),
        subject: consentId,
        details: { hash: after.at(-1)!.hash, mode },
      }
    }),
  }
}
