import type { AdditionalConsentKey } from '../../../contract/additional-consents.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type AdditionalQuestion = readonly { key: AdditionalConsentKey; title: string; question: string }[]
export type AdditionalAnswerInput = { key: AdditionalConsentKey; answer: 'yes' | 'no' | 'blank' }

export const additionalFieldId = (key: AdditionalConsentKey) => `additional-${key}`

const answers = ['yes', 'no', 'blank'] as const

/** What was chosen for each question besides the treatment, and which of them nobody has looked at. */
export function parseAdditionalAnswers(
  data: FormData,
  asked: AdditionalQuestion,
): { said: AdditionalAnswerInput[]; faults: FieldProblem[] } {
  const told = asked.map(({ key }) => ({
    key,
    answer: answers.find((one) => one === data.get(additionalFieldId(key))),
  }))
  return {
    said: told.flatMap(({ key, answer }) => (answer ? [{ key, answer }] : [])),
    faults: told
      .filter(({ answer }) => !answer)
      .map(({ key }) => ({
        id: additionalFieldId(key),
        text: 'Choose yes, no or left blank',
      })),
  }
}

/** What was said aloud: what was not asked is not told of. */
export const verbalAnswersOf = (said: readonly AdditionalAnswerInput[]) =>
  said.flatMap(({ key, answer }) => (answer === 'blank' ? [] : [{ key, answer }]))
