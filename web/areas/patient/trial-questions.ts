import type { InferContractRouterInputs } from '@orpc/contract'
import type { Question, questions } from '../../../contract/questions.ts'
import type { TrialDeps } from './trial-handlers.ts'
import type { TrialRecord } from './trial-record.ts'

type Inputs = InferContractRouterInputs<typeof questions>
type Entry = Question['entries'][number]

const entryOf = (record: TrialRecord, said: Pick<Entry, 'kind' | 'text'> & Partial<Entry>): Entry => ({
  ...{ id: crypto.randomUUID(), at: record.now().toISOString(), by: '', mode: null, why: null },
  ...said,
})

/** What the chain says of a question: what it is about, and whether signing waits for its answer. */
const eventTextOf = (isBlocking: boolean) => (isBlocking ? 'question.asked, first' : 'question.asked')

/** Takes a question in. Nobody answers it here: a practice would. */
export async function askQuestion(
  { record }: TrialDeps,
  { part, text, isBlocking }: Inputs['ask'],
): Promise<Question[]> {
  const { title, sections } = record.read().content
  const partTitle = part === null ? '' : (sections[part - 1]?.title ?? '')
  const first = entryOf(record, { kind: 'asked', text })
  record.state.questions.push({
    ...{ id: first.id, part, partTitle, state: 'open', isBlocking },
    ...{ askedAt: first.at, entries: [first] },
  })
  await record.tell(eventTextOf(isBlocking), { about: partTitle || title })
  return [...record.state.questions]
}

function change({ state }: TrialRecord, id: string, next: (question: Question) => Question): Question[] {
  state.questions = state.questions.map((one) => (one.id === id ? next(one) : one))
  return state.questions
}

export const addToQuestion = (
  { record }: TrialDeps,
  { questionId, text, isBlocking }: Inputs['add'],
): Question[] =>
  change(record, questionId, (question) => ({
    ...question,
    ...{ state: 'open', isBlocking: question.isBlocking || isBlocking },
    entries: [...question.entries, entryOf(record, { kind: 'added', text })],
  }))

export async function settleQuestion(
  { record }: TrialDeps,
  { questionId, why }: Inputs['settle'],
): Promise<Question[]> {
  await record.tell('question.settled')
  return change(record, questionId, (question) => ({
    ...question,
    ...{ state: 'settled', isBlocking: false },
    entries: [...question.entries, entryOf(record, { kind: 'settled', text: '', why })],
  }))
}
