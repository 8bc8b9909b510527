import {
  askedQuestions,
  matchFindings,
  findAnswerGaps,
  type CapacityAnswer,
  type CapacityAnswers,
  type CapacityFormPart,
  type ConsultedPerson,
  type WeighedOption,
} from '../../../contract/capacity-rules.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export const emptyAnswer: CapacityAnswer = { chosen: [], text: '', people: [] }

/** The controls of a question: its answer, and what is written beside it. */
export const answerId = (question: string): string => `answer-${question}`
export const noteId = (question: string): string => `note-${question}`

const answerText = {
  one: 'Choose an answer',
  several: 'Tick all that apply',
  text: 'Write an answer',
  day: 'Enter a day',
  people: 'Name a person',
  ways: 'Name each option with its benefits and burdens, or remove it',
}

/** What keeps a part from being recorded: what is left open, half-named people, and answers that cannot both be. */
export function capacityErrors(
  part: CapacityFormPart,
  answers: CapacityAnswers,
  ageYears: number,
): FieldProblem[] {
  const asked = askedQuestions(part, answers, ageYears)
  const gaps = findAnswerGaps(part, answers, ageYears).map(({ question: id, missing }) => {
    const { ask, kind, note } = asked.find((question) => question.id === id)!
    return missing === 'note'
      ? { id: noteId(id), text: `${note}: ${ask}` }
      : {
          id: kind === 'text' || kind === 'day' ? noteId(id) : answerId(id),
          text: `${answerText[kind]}: ${ask}`,
        }
  })
  const unnamed = asked
    .filter(({ id }) =>
      answers[id]?.people.some(({ name, relationship }) => !name.trim() || !relationship.trim()),
    )
    .map(({ id }) => ({ id: answerId(id), text: 'Enter the name of each person, and who they are' }))
  // What cannot both be is told once everything is there: until then an answer may only be missing.
  const isWhole = gaps.length === 0
  const stops = (isWhole ? matchFindings(part, 'stops', answers, ageYears) : []).map(({ when, says }) => {
    const [about] = when.flatMap((condition) => ('any' in condition ? condition.any : condition.none))
    return { id: answerId(about!), text: says }
  })
  return [...gaps, ...unnamed, ...stops]
}

type AnswerInput = { chosen: string[]; text: string; people: ConsultedPerson[]; ways?: WeighedOption[] }

/** The answers to what is asked, and to nothing else: what was answered before another answer took its question away is left out. */
export function applicableAnswers(
  part: CapacityFormPart,
  answers: CapacityAnswers,
  ageYears: number,
): Record<string, AnswerInput> {
  const sent: Record<string, AnswerInput> = {}
  for (const { id } of askedQuestions(part, answers, ageYears)) {
    const answer = answers[id]
    if (!answer) continue
    const { ways, ...said } = answer
    const lists = { chosen: [...said.chosen], people: [...said.people] }
    sent[id] = { ...said, ...lists, ...(ways && { ways: [...ways] }) }
  }
  return sent
}
