import type {
  CapacityAssessment as ShownAssessment,
  CapacityDecision as ShownDecision,
  CompletedSection,
} from '../../../contract/capacity.ts'
import {
  askedQuestions,
  type CapacityAnswer,
  type CapacityAnswers,
  type CapacityFormPart,
  type CapacityQuestion,
  type CapacityStatus,
  type WeighedOption,
} from '../../../contract/capacity-rules.ts'
import { day_ms } from '../../platform/clock.ts'
import type { Opened } from '../../platform/database/sealed-column.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { capacityAssessments, capacityDecisions } from './capacity-schema.ts'

export type CapacityAssessment = Opened<typeof capacityAssessments.$inferSelect>
export type CapacityDecision = Opened<typeof capacityDecisions.$inferSelect>
export type CapacityRecords = { assessments: CapacityAssessment[]; decisions: CapacityDecision[] }

const empty: CapacityAnswer = { chosen: [], text: '', people: [] }

/** A way to go as it was weighed, in one line; what was left empty is not said. */
const formatOption = ({ way, brings, burdens, restricts, view }: WeighedOption): string =>
  [
    `${way}. Benefits: ${brings}`,
    `Burdens and risks: ${burdens}`,
    ...(restricts ? [`How it restricts the patient: ${restricts}`] : []),
    ...(view ? [`What the patient would likely think: ${view}`] : []),
  ].join(' ')

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A day as people write it; one that is in no calendar stays as it was given. */
function formatDay(text: string): string {
  const day = new Date(text)
  return Number.isNaN(day.getTime()) ? text : longDay.format(day)
}

/** A question as it was answered, in words. */
function formatLine({ ask, kind, options }: CapacityQuestion, answer: CapacityAnswer) {
  const { chosen, text, people, ways = [] } = answer
  if (kind === 'ways') return { ask, answer: ways.map(formatOption).join('\n'), note: '' }
  if (kind === 'text') return { ask, answer: text, note: '' }
  if (kind === 'day') return { ask, answer: formatDay(text), note: '' }
  if (kind === 'people') {
    const opinions = people.map(({ name, relationship, view }) => `${name}, ${relationship}: ${view}`)
    return { ask, answer: opinions.join('\n') || 'Nobody', note: '' }
  }
  const labels = options.filter(({ id }) => chosen.includes(id)).map(({ label }) => label)
  return { ask, answer: labels.join('\n'), note: text }
}

const isAnswered = ({ answer, note }: CompletedSection['lines'][number]) => answer !== '' || note !== ''

/** A part as it was filled in, in words: what was not asked, or left empty, is not there. */
export function formatPart(
  part: CapacityFormPart,
  answers: CapacityAnswers,
  ageYears: number,
): CompletedSection[] {
  const asked = new Set(askedQuestions(part, answers, ageYears).map(({ id }) => id))
  return part.sections
    .map(({ title, questions }) => ({
      title,
      lines: questions
        .filter(({ id }) => asked.has(id))
        .map((question) => formatLine(question, answers[question.id] ?? empty))
        .filter(isAnswered),
    }))
    .filter(({ lines }) => lines.length > 0)
}

/** Whether answers name somebody who was asked, an advocate, or why nobody was; `compliance-facts-store.ts` counts it. */
export const wasAnybodyConsulted = (answers: CapacityAnswers): boolean =>
  Object.entries(answers).some(
    ([id, { people, text }]) => people.length > 0 || (id.startsWith('nobody') && text !== ''),
  ) || (answers.advocate?.chosen.length ?? 0) > 0

/** What a hash is made of: all that a record says, of what and by whom. */
type HashInput<Row> = Omit<Row, 'clinicId' | 'id' | 'hash' | 'staffId' | 'wasConsulted'>

const hashedFieldsOf = (row: object) => {
  const { clinicId: _clinic, id: _id, hash: _hash, staffId: _staff, ...said } = row as CapacityDecision
  const { wasConsulted: _consulted, ...hashed } = said
  return hashed
}

/** The hash of an assessment or a decision. */
export const capacityHash = (row: HashInput<CapacityAssessment> | HashInput<CapacityDecision>): string =>
  sha256(toCanonicalText(hashedFieldsOf(row)))

/** What the chain says of an assessment and a decision: which it is, its result and its hash, and none of its words. */
export const capacityAssessmentDetails = ({ number, form, result, hash }: CapacityAssessment) => ({
  ...{ number, form, result, hash },
})
export const capacityDecisionDetails = ({ number, form, choice, assessment, hash }: CapacityDecision) => ({
  ...{ number, form, choice, assessment, hash },
})

/** What stands now, and for how many days: the newest assessment. */
export function capacityStandingOf(
  assessments: readonly Pick<CapacityAssessment, 'form' | 'result' | 'assessedAt'>[],
  now: Date,
): (NonNullable<CapacityStatus> & { daysOld: number }) | null {
  const newest = assessments.at(-1)
  if (!newest) return null
  const { form, result, assessedAt } = newest
  return { form, result, daysOld: (now.getTime() - assessedAt.getTime()) / day_ms }
}

const filledFormView = (row: CapacityAssessment | CapacityDecision) => {
  const { id, number, form, formVersion, law, title, told, byName, post, gdcNumber, hash } = row
  return {
    ...{ id, number, form, formVersion, law, title, told, post, gdcNumber, hash },
    answers: row.answers as ShownAssessment['answers'],
    by: byName,
    recordedAt: row.recordedAt.toISOString(),
  }
}

export const assessmentView = (row: CapacityAssessment): ShownAssessment => {
  const { result, decision, place, again, assessedAt } = row
  return { ...filledFormView(row), result, decision, place, again, assessedAt: assessedAt.toISOString() }
}

export const decisionView = (row: CapacityDecision): ShownDecision => {
  const { choice, assessment } = row
  return { ...filledFormView(row), choice, assessment }
}
