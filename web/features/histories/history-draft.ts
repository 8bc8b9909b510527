import type { LibraryQuestions } from '../../../build/content/types.d.ts'
import type { History, HistoryFact, KnownFact } from '../../../contract/histories.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type Question = LibraryQuestions['factors'][number]

/** An answer that is not saved yet. */
export type DraftFact = HistoryFact & {
  /** The version of the answer that stood when this one was given; nought where there was none. */
  madeFrom: number
}
/** By question: only what somebody touched. */
export type HistoryDraft = Readonly<Record<string, DraftFact>>

type SavedFacts = readonly KnownFact[]

/** The questions for a patient of this age, and what was answered all the same. */
export const questionsFor = (
  questions: readonly Question[],
  { facts, unasked }: Pick<History, 'facts' | 'unasked'>,
): readonly Question[] =>
  questions.filter(({ id }) => unasked.includes(id) || facts.some(({ factor }) => factor === id))

const savedFactOf = (known: SavedFacts, factor: string) => known.find((fact) => fact.factor === factor)

/** An answer as the screen shows it: what somebody gives now, else what is known; undefined where nobody has asked. */
export const shownFact = (known: SavedFacts, draft: HistoryDraft, factor: string): HistoryFact | undefined =>
  draft[factor] ?? savedFactOf(known, factor)

/** The draft with another answer; the details of a yes stay while it is one, and come back with it. */
export function setAnswer(
  draft: HistoryDraft,
  known: SavedFacts,
  factor: string,
  answer: HistoryFact['answer'],
): HistoryDraft {
  const earlier = savedFactOf(known, factor)
  const kept = answer === 'yes' && earlier?.answer === 'yes' ? earlier : { fields: {}, teeth: null }
  return setFact(draft, known, { ...{ factor, answer }, fields: kept.fields, teeth: kept.teeth })
}

/** The draft with this fact; one that says what is known anyway leaves it. */
export function setFact(draft: HistoryDraft, known: SavedFacts, fact: HistoryFact): HistoryDraft {
  const { [fact.factor]: drafted, ...others } = draft
  const earlier = savedFactOf(known, fact.factor)
  if (earlier && isSame(earlier, fact)) return others
  return { ...others, [fact.factor]: { ...fact, madeFrom: drafted?.madeFrom ?? earlier?.version ?? 0 } }
}

/**
 * Everything among these questions that nobody has asked becomes no: said once, after asking. What may stop a treatment
 * is asked one by one.
 */
export function answerRemainingNo(
  draft: HistoryDraft,
  known: SavedFacts,
  questions: readonly Question[],
): HistoryDraft {
  const open = questions.filter(({ id, mayStop }) => !mayStop && shownFact(known, draft, id) === undefined)
  return open.reduce((all, { id }) => setAnswer(all, known, id, 'no'), draft)
}

const toPlainFact = ({ answer, fields, teeth }: HistoryFact) =>
  JSON.stringify([
    answer,
    Object.entries(fields)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== '')
      .toSorted(),
    teeth && [...teeth].toSorted(),
  ])
const isSame = (one: HistoryFact, other: HistoryFact) => toPlainFact(one) === toPlainFact(other)

/** What a save sends: what says something else than is known now. */
export const changedFacts = (draft: HistoryDraft, known: SavedFacts): HistoryFact[] =>
  Object.values(draft)
    .filter((fact) => {
      const now = savedFactOf(known, fact.factor)
      return !now || !isSame(now, fact)
    })
    .map(({ factor, answer, fields, teeth }) => ({ factor, answer, fields, teeth }))

/** What somebody else answered since this draft did, where the two differ. */
export function conflictOf(draft: HistoryDraft, known: SavedFacts, factor: string): KnownFact | undefined {
  const [drafted, now] = [draft[factor], savedFactOf(known, factor)]
  return drafted && now && now.version !== drafted.madeFrom && !isSame(now, drafted) ? now : undefined
}

/** The id of the control for one detail of a question. */
export const detailId = (factor: string, field: string) => `${factor}-${field}`

const isDay = (typed: string) => /^\d{4}-\d\d-\d\d$/.test(typed)

/** What keeps the draft from being saved, in the order of the questions. */
export function validateDraft(draft: HistoryDraft, questions: readonly Question[]): FieldProblem[] {
  return questions.flatMap(({ id, label, fields }) => {
    const fact = draft[id]
    if (fact?.answer !== 'yes') return []
    return fields.flatMap(({ name, label: detail, kind }) => {
      const typed = fact.fields[name]?.trim() ?? ''
      if (typed === '') return []
      const wrong = { id: detailId(id, name) }
      if (kind === 'number' && !/^\d+(\.\d+)?$/.test(typed))
        return { ...wrong, text: `${label}: enter ${detail} in digits, like 2.6` }
      if (kind === 'date' && !isDay(typed))
        return { ...wrong, text: `${label}: enter a whole date for ${detail}` }
      return []
    })
  })
}
