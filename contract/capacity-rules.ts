import type { Nation } from './retention-rules.ts'

/**
 * Whether somebody can decide for themselves, as the law of each nation asks it: which form is filled in, what of it has
 * to be filled, which answers contradict each other, and what may follow from a result. The questions are data
 * (`content/capacity/`); nothing here decides in an assessor's place. Takes types alone, so that browsers may use it.
 */

export const capacityForms = ['mental-capacity-act', 'adults-with-incapacity', 'northern-ireland'] as const
export type CapacityFormName = (typeof capacityForms)[number]

/** From this birthday on the laws about capacity hold; before it the question is whether a child is Gillick-competent. */
const capacity_from_age = 16

/** An assessment is of one decision at one time; after so many days it is made again before somebody else decides. */
export const assessment_days_max = 28

const capacityFormByNation: Record<Nation, CapacityFormName> = {
  england: 'mental-capacity-act',
  wales: 'mental-capacity-act',
  scotland: 'adults-with-incapacity',
  'northern-ireland': 'northern-ireland',
}

/** The form for somebody of that age in that nation; null for a child, whose understanding is judged another way. */
export const capacityFormFor = (nation: Nation, ageYears: number): CapacityFormName | null =>
  ageYears < capacity_from_age ? null : capacityFormByNation[nation]

/** Holds where one of these questions has one of these answers; `none` where no question of them has. */
export type CapacityCondition =
  { any: readonly string[]; is: readonly string[] } | { none: readonly string[]; is: readonly string[] }

export type CapacityQuestion = {
  id: string
  kind: 'text' | 'day' | 'one' | 'several' | 'people' | 'ways'
  ask: string
  help: string
  options: readonly { id: string; label: string }[]
  /** What to write beside the answer; empty where nothing is. */
  note: string
  /** For which answers it has to be written: all of them where this is `always`. */
  noteFor: 'always' | readonly string[]
  isOptional: boolean
  /** Asked where all of these hold. */
  when: readonly CapacityCondition[]
  fromAge: number | null
  belowAge: number | null
  source: string
}
/** What cannot stand (a stop) or should be looked at again (a remark) where all its conditions hold. */
export type CapacityFinding = { id: string; when: readonly CapacityCondition[]; says: string }
export type CapacityFormPart = {
  title: string
  lead: string
  sections: readonly {
    id: string
    title: string
    lead: string
    questions: readonly CapacityQuestion[]
  }[]
  stops: readonly CapacityFinding[]
  remarks: readonly CapacityFinding[]
}
export type CapacityForm = {
  id: CapacityFormName
  version: string
  law: string
  nations: readonly string[]
  assessment: CapacityFormPart
  /** What takes the place of the patient's signature where they cannot decide. */
  decision: CapacityFormPart
}

/** Why there is no form for a child of that nation, and what is asked instead. */
export type CapacityUnder16 = { law: string; says: readonly string[] }
/** All forms, as `content/capacity/` holds them. */
export type CapacityForms = {
  forms: readonly CapacityForm[]
  under16: { title: string; nations: Readonly<Record<Nation, CapacityUnder16>> }
}

export type ConsultedPerson = { name: string; relationship: string; view: string }
/** One way to go, as it was weighed for somebody who cannot decide: with what restricts them, and what they would think. */
export type WeighedOption = { way: string; brings: string; burdens: string; restricts: string; view: string }
/** What was chosen, written (words, or a day as `2026-11-22`) and, where a question asks for them, people or ways to go. */
export type CapacityAnswer = {
  chosen: readonly string[]
  text: string
  people: readonly ConsultedPerson[]
  /** Only where ways to go are weighed: what was recorded before there were any keeps its hash. */
  ways?: readonly WeighedOption[]
}
export type CapacityAnswers = Readonly<Record<string, CapacityAnswer>>

const questionsOfPart = (part: CapacityFormPart): CapacityQuestion[] =>
  part.sections.flatMap(({ questions }) => questions)

/** What is chosen; of people, whether there are `some` or `none`. */
const selectedOptions = (
  question: CapacityQuestion,
  answer: CapacityAnswer | undefined,
): readonly string[] =>
  question.kind === 'people' ? [answer?.people.length ? 'some' : 'none'] : (answer?.chosen ?? [])

type ResolvedQuestions = { questions: CapacityQuestion[]; chosen: ReadonlyMap<string, readonly string[]> }

const isConditionMet = (condition: CapacityCondition, chosen: ResolvedQuestions['chosen']): boolean => {
  const hasOne = (ids: readonly string[]) =>
    ids.some((id) => chosen.get(id)?.some((answer) => condition.is.includes(answer)))
  return 'any' in condition ? hasOne(condition.any) : !hasOne(condition.none)
}

const isQuestionForAge = ({ fromAge, belowAge }: CapacityQuestion, ageYears: number): boolean =>
  (fromAge === null || ageYears >= fromAge) && (belowAge === null || ageYears < belowAge)

/** What is asked, in order: a question depends on those before it alone, and an answer to one not asked counts for nothing. */
function resolveQuestions(
  part: CapacityFormPart,
  answers: CapacityAnswers,
  ageYears: number,
): ResolvedQuestions {
  const chosen = new Map<string, readonly string[]>()
  const questions = questionsOfPart(part).filter((question) => {
    if (
      !isQuestionForAge(question, ageYears) ||
      !question.when.every((condition) => isConditionMet(condition, chosen))
    )
      return false
    chosen.set(question.id, selectedOptions(question, answers[question.id]))
    return true
  })
  return { questions, chosen }
}

/** The questions that are asked of somebody of that age after these answers, in order. */
export const askedQuestions = (
  part: CapacityFormPart,
  answers: CapacityAnswers,
  ageYears: number,
): CapacityQuestion[] => resolveQuestions(part, answers, ageYears).questions

/** What is left to fill in of a question that is asked: its answer, or what is to be written beside it. */
export type CapacityGap = { question: string; missing: 'answer' | 'note' }

/** A way to go says what it is, what it brings and what it costs the patient; how it restricts them may be nothing. */
const isOptionComplete = ({ way, brings, burdens }: WeighedOption): boolean =>
  [way, brings, burdens].every((words) => words.trim() !== '')

function findAnswerGap(question: CapacityQuestion, answer: CapacityAnswer | undefined): CapacityGap | null {
  const { id, kind, isOptional, note, noteFor } = question
  const written = answer?.text.trim() ?? ''
  if (kind === 'people') return null
  if (kind === 'ways') {
    const ways = answer?.ways ?? []
    return ways.length > 0 && ways.every(isOptionComplete) ? null : { question: id, missing: 'answer' }
  }
  if (kind === 'text' || kind === 'day')
    return written === '' && !isOptional ? { question: id, missing: 'answer' } : null
  const chosen = selectedOptions(question, answer)
  if (chosen.length === 0) return isOptional ? null : { question: id, missing: 'answer' }
  const asksNote = note !== '' && (noteFor === 'always' || chosen.some((one) => noteFor.includes(one)))
  return asksNote && written === '' ? { question: id, missing: 'note' } : null
}

/** What of a part is still to be filled in. */
export const findAnswerGaps = (
  part: CapacityFormPart,
  answers: CapacityAnswers,
  ageYears: number,
): CapacityGap[] =>
  askedQuestions(part, answers, ageYears).flatMap(
    (question) => findAnswerGap(question, answers[question.id]) ?? [],
  )

/** The stops or remarks of a part that these answers run into. */
export function matchFindings(
  part: CapacityFormPart,
  kind: 'stops' | 'remarks',
  answers: CapacityAnswers,
  ageYears: number,
): CapacityFinding[] {
  const { chosen } = resolveQuestions(part, answers, ageYears)
  return part[kind].filter(({ when }) => when.every((condition) => isConditionMet(condition, chosen)))
}

/** Whether an answer says anything that its question does not know. */
export function isUnknownAnswer(part: CapacityFormPart, answers: CapacityAnswers): boolean {
  const known = new Map(questionsOfPart(part).map((question) => [question.id, question]))
  return Object.entries(answers).some(([id, { chosen, people, text, ways = [] }]) => {
    const question = known.get(id)
    if (!question) return true
    if (people.length > 0 && question.kind !== 'people') return true
    if (ways.length > 0 && question.kind !== 'ways') return true
    if (question.kind === 'one' && chosen.length > 1) return true
    if (question.kind === 'day' && text !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return true
    return chosen.some((one) => question.options.every((option) => option.id !== one))
  })
}

/** Less than this says nothing that somebody could judge by later. */
const evidence_length_min = 20

/** Questions whose note is too short to be evidence. */
export const questionsWithShortNotes = (
  part: CapacityFormPart,
  answers: CapacityAnswers,
  ageYears: number,
): string[] =>
  askedQuestions(part, answers, ageYears).flatMap(({ id, noteFor }) => {
    const length = answers[id]?.text.trim().length ?? 0
    return noteFor === 'always' && length > 0 && length < evidence_length_min ? [id] : []
  })

/** What an assessor found: the patient can decide this, cannot, or it is not established yet. */
export const capacityResults = ['has', 'lacks', 'open'] as const
export type CapacityResult = (typeof capacityResults)[number]

const resultOfOutcome: Record<string, CapacityResult> = {
  'has-capacity': 'has',
  'lacks-capacity': 'lacks',
  emergency: 'lacks',
  defer: 'open',
  refer: 'open',
}

/** The result that the assessor's own conclusion stands for; null while there is none. */
export const capacityResultOf = (answers: CapacityAnswers): CapacityResult | null =>
  resultOfOutcome[answers['outcome']?.chosen[0] ?? ''] ?? null

export const capacityChoices = ['go-ahead', 'not-to-treat'] as const
export type CapacityChoice = (typeof capacityChoices)[number]

/** What was decided for somebody who cannot decide; null while nothing is. */
export const capacityChoiceOf = (answers: CapacityAnswers): CapacityChoice | null =>
  capacityChoices.find((choice) => choice === answers['choice']?.chosen[0]) ?? null

/** Later than this after an assessment nobody leaves a decision open. */
const review_years_max = 1

/** The day on which somebody looks again at what was left open; null where it was not. */
export const reviewDate = (answers: CapacityAnswers): string | null =>
  capacityResultOf(answers) === 'open' ? answers['lookAgainOn']?.text.trim() || null : null

/** What is said of a day on which nobody can look again. */
export const reviewDateErrors = {
  'look-again-past': 'Enter a reassessment date after today.',
  'look-again-far': 'Enter a reassessment date within a year.',
} as const
export type ReviewDateError = keyof typeof reviewDateErrors

/** What is wrong with that day, seen from today; null where nothing is. */
export function validateReviewDate(answers: CapacityAnswers, today: string): ReviewDateError | null {
  const day = reviewDate(answers)
  if (!day) return null
  if (day <= today) return 'look-again-past'
  const last = `${Number(today.slice(0, 4)) + review_years_max}${today.slice(4)}`
  return day > last ? 'look-again-far' : null
}

/** What stands about a patient and one consent: its newest assessment, null where there is none. */
export type CapacityStatus = { form: CapacityFormName; result: CapacityResult } | null

export type SigningRefusal = 'capacity-lacking' | 'capacity-open' | 'capacity-held'

/**
 * Why this person may not sign, or null. Somebody is taken to have capacity until it is established that they have not
 * (Mental Capacity Act 2005 s1(2)), so without an assessment nothing stands in the way. In Scotland a certificate comes
 * first, even where there is a welfare attorney or guardian (Adults with Incapacity (Scotland) Act 2000 s47).
 */
export function signingRefusal(standing: CapacityStatus, signerRole: string): SigningRefusal | null {
  if (!standing) return null
  switch (standing.result) {
    case 'open':
      return 'capacity-open'
    case 'has':
      return signerRole === 'patient' ? null : 'capacity-held'
    case 'lacks':
      return signerRole === 'patient' || standing.form === 'adults-with-incapacity'
        ? 'capacity-lacking'
        : null
  }
}

export type DecisionRefusal =
  'under-16' | 'not-assessed' | 'has-capacity' | 'not-established' | 'other-form' | 'assessment-old'

/** Why nobody may decide for the patient now, or null: only for an assessment that says so, is fresh, and of this form. */
export function decisionRefusal(
  standing: (NonNullable<CapacityStatus> & { daysOld: number }) | null,
  form: CapacityFormName | null,
): DecisionRefusal | null {
  if (form === null) return 'under-16'
  if (!standing) return 'not-assessed'
  if (standing.result === 'has') return 'has-capacity'
  if (standing.result === 'open') return 'not-established'
  if (standing.form !== form) return 'other-form'
  return standing.daysOld > assessment_days_max ? 'assessment-old' : null
}

/** A certificate under section 47 holds for three years at most. */
const certificate_years_max = 3

export type CertificateError = 'certificate-not-begun' | 'certificate-over' | 'certificate-too-long'

/** What is wrong with the days of a certificate under section 47 as they are told, on that day; null without one. */
export function validateCertificateDates(answers: CapacityAnswers, today: string): CertificateError | null {
  const [from = '', until = ''] = ['certificateFrom', 'certificateUntil'].map((id) => answers[id]?.text ?? '')
  if (from === '' || until === '' || answers['certificate']?.chosen[0] !== 'issued') return null
  if (from > today) return 'certificate-not-begun'
  if (until < today) return 'certificate-over'
  const longest = `${Number(from.slice(0, 4)) + certificate_years_max}${from.slice(4)}`
  return until > longest ? 'certificate-too-long' : null
}
