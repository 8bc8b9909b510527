import type { PatientConsent } from '../../../contract/signing.ts'
import { isAgreed, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { Draft } from './signing-memory.ts'

type Content = Pick<PatientConsent['content'], 'title' | 'treatments'>
type Answers = Draft['answers']

/** The treatments that are answered one by one: none where there is only one, which the signature itself answers. */
export const treatmentsToAnswer = ({ treatments = [] }: Content) => (treatments.length > 1 ? treatments : [])

const indexesWithAnswer = (content: Content, answers: Answers, answer: 'yes' | 'no' | undefined): number[] =>
  treatmentsToAnswer(content).flatMap((_, place) => (answers[place] === answer ? [place] : []))

/** The places of the treatments that nothing is said of yet. */
export const unansweredOf = (content: Content, answers: Answers) =>
  indexesWithAnswer(content, answers, undefined)

/** The places of the treatments that were said no to. */
export const declinedOf = (content: Content, answers: Answers) => indexesWithAnswer(content, answers, 'no')

/** Every treatment was said no to: there is nothing left to sign. */
export const isAllDeclined = (content: Content, answers: Answers): boolean => {
  const { length } = treatmentsToAnswer(content)
  return length > 0 && declinedOf(content, answers).length === length
}

type Agreed = Pick<PatientConsent, 'signature' | 'withdrawals'> & { content: Content }

/** The places of the treatments that stand: neither said no to nor taken back. None where there is only one in all. */
export function activeTreatments({ content, signature, withdrawals }: Agreed): number[] {
  const inactiveIndexes = new Set([
    ...(signature?.declined ?? []),
    ...withdrawals.flatMap(({ places }) => places),
  ])
  return treatmentsToAnswer(content).flatMap((_, place) => (inactiveIndexes.has(place) ? [] : [place]))
}

/** The names of the treatments that stand once these are taken back. */
export const remainingTitles = (consent: Agreed, places: readonly number[]): string =>
  titlesAt(
    consent.content,
    activeTreatments(consent).filter((place) => !places.includes(place)),
  )

/** The names of the treatments at these places. */
export const titlesAt = ({ treatments = [] }: Content, places: readonly number[]): string =>
  places.flatMap((place) => treatments[place]?.title ?? []).join(', ')

/** What a signature with these answers agrees to. */
export function agreedTitle(content: Content, answers: Answers): string {
  const declined = declinedOf(content, answers)
  if (declined.length === 0) return content.title
  const agreed = treatmentsToAnswer(content).flatMap((_, place) => (declined.includes(place) ? [] : [place]))
  return titlesAt(content, agreed)
}

export type AnsweredTreatment = { title: string; teeth: readonly { fdi: string; name: string }[] }

/** What a list of treatments was answered with, and what was taken back of it since. */
export type Answered = {
  status: ConsentStatus
  treatments: readonly AnsweredTreatment[]
  /** By their places. */
  declined: readonly number[]
  withdrawals: readonly { places: readonly number[]; at: string }[]
}

export const answeredOf = ({ status, content, signature, withdrawals }: PatientConsent): Answered => ({
  ...{ status, withdrawals },
  treatments: treatmentsToAnswer(content),
  declined: signature?.declined ?? [],
})

/** Which of several treatments stand, which were taken back at which time, and which were said no to; of what is agreed to. */
export function stateOf({ status, treatments, declined, withdrawals }: Answered) {
  if (!isAgreed(status)) return { stands: [], takenBack: [], declined: [] }
  const at = (places: readonly number[]) => places.flatMap((place) => treatments[place] ?? [])
  const gone = new Set([...declined, ...withdrawals.flatMap(({ places }) => places)])
  return {
    stands: treatments.filter((_treatment, place) => !gone.has(place)),
    takenBack: withdrawals.map((withdrawal) => ({ at: withdrawal.at, treatments: at(withdrawal.places) })),
    declined: at(declined),
  }
}

/** Something was taken back while the rest stands. */
export const isPartlyTakenBack = (answered: Answered): boolean => stateOf(answered).takenBack.length > 0
