import {
  askedQuestions,
  capacityFormFor,
  validateReviewDate,
  reviewDateErrors,
  type CapacityAnswers,
  type CapacityForms,
  type CapacityForm,
  type CapacityQuestion,
} from '../../../contract/capacity-rules.ts'
import type { Nation } from '../../../contract/retention-rules.ts'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { answerId, capacityErrors, noteId } from './capacity-validation.ts'

/** As much of an age as the laws ask: a year that stands for all of its band. */
export const ageBands = { 'under-16': 15, '16-17': 16, '18-on': 18 } as const
export type AgeBand = keyof typeof ageBands

/** What is said before the first question; names and places are for the printed summary alone. */
export type TestStart = {
  nation: Nation | ''
  age: AgeBand | ''
  decision: string
  patient: string
  assessor: string
  when: string
}
export const emptyTestStart: TestStart = {
  ...{ nation: '', age: '', decision: '', patient: '', assessor: '', when: '' },
}

export const ageYearsOf = ({ age }: TestStart): number => (age === '' ? ageBands['18-on'] : ageBands[age])

/** The form of that nation; null for a child, and before both are said. */
export function formOf(book: CapacityForms, beginning: TestStart): CapacityForm | null {
  if (beginning.nation === '' || beginning.age === '') return null
  const name = capacityFormFor(beginning.nation, ageYearsOf(beginning))
  return book.forms.find(({ id }) => id === name) ?? null
}

export type TestSection = {
  id: string
  title: string
  lead: string
  questions: readonly CapacityQuestion[]
}

/** The sections in which something is asked after these answers, in order, each a step. */
export function testSections(form: CapacityForm, answers: CapacityAnswers, ageYears: number): TestSection[] {
  const asked = new Set(askedQuestions(form.assessment, answers, ageYears).map(({ id }) => id))
  return form.assessment.sections
    .map((section) => ({ ...section, questions: section.questions.filter(({ id }) => asked.has(id)) }))
    .filter(({ questions }) => questions.length > 0)
}

/** What keeps somebody on the first step. */
export function validateTestStart({ nation, age, decision }: TestStart): FieldProblem[] {
  return [
    ...(nation === '' ? [{ id: 'nation', text: 'Choose where the treatment is' }] : []),
    ...(age === '' ? [{ id: 'age', text: 'Choose how old the patient is' }] : []),
    ...(age !== 'under-16' && decision.trim() === ''
      ? [{ id: 'decision', text: 'Enter the decision in one sentence' }]
      : []),
  ]
}

/** What keeps somebody on a step: what is open there; on the last one also what cannot stand together. */
export function validateStep(
  form: CapacityForm,
  { questions }: TestSection,
  answers: CapacityAnswers,
  ageYears: number,
  isLast: boolean,
): FieldProblem[] {
  const faults = capacityErrors(form.assessment, answers, ageYears)
  if (isLast) return faults
  const here = new Set(questions.flatMap(({ id }) => [answerId(id), noteId(id)]))
  return faults.filter(({ id }) => id !== undefined && here.has(id))
}

/** What is wrong with the day of looking again, seen from today. */
export function reviewDateProblems(answers: CapacityAnswers, today: string): FieldProblem[] {
  const fault = validateReviewDate(answers, today)
  return fault ? [{ id: noteId('lookAgainOn'), text: reviewDateErrors[fault] }] : []
}

/** A question with its answer in words; empty where nothing was said. */
export type AnswerInWords = { id: string; ask: string; answer: string; note: string }

export const answerInWords = (question: CapacityQuestion, answers: CapacityAnswers): AnswerInWords => {
  const { id, ask, kind, options } = question
  const answer = answers[id]
  const chosen = options
    .filter((option) => answer?.chosen.includes(option.id))
    .map(({ label }) => label)
    .join('; ')
  const written = answer?.text.trim() ?? ''
  if (kind === 'day') return { id, ask, answer: written && calendarDayText(written), note: '' }
  const isWritten = kind === 'text'
  return { id, ask, answer: isWritten ? written : chosen, note: isWritten ? '' : written }
}
