import type { Api } from '../../api.ts'

export type Matters = Awaited<ReturnType<Api['matters']['list']>>
export type Matter = Matters['matters'][number]
export type MatterAnswerMode = NonNullable<Matter['answer']>['mode']
export type AdditionalAnswer = Matters['additional'][number]

/** What the patient ticked, as staff read it. */
export const promptWords: Record<Matter['prompt'], string> = {
  hope: 'What they hope for',
  worry: 'Something worries them',
  work: 'Work, hobby or instrument',
  looks: 'How it looks',
  pain: 'Pain',
  cost: 'Cost',
  time: 'Time',
  other: 'Something else',
}

export const answerModeWords: Record<MatterAnswerMode, string> = {
  message: 'In writing: the patient gets a message with a link',
  'in-person': 'Discussed in person',
  phone: 'Discussed by phone',
  video: 'Discussed by video',
}

const answeredWords: Record<MatterAnswerMode, string> = {
  message: 'answered in writing',
  'in-person': 'discussed in person',
  phone: 'discussed by phone',
  video: 'discussed by video',
}

/** Who answered, and how. */
export const answerTitle = ({ by, mode }: NonNullable<Matter['answer']>): string =>
  `${by} ${answeredWords[mode]}`

const callTimeWords: Record<NonNullable<Matters['call']>['times'][number], string> = {
  morning: 'in the morning',
  midday: 'around midday',
  afternoon: 'in the afternoon',
  evening: 'in the early evening',
  any: 'at any time',
}

/** When a call suits the patient. */
export const callWords = ({ times, text }: NonNullable<Matters['call']>): string =>
  times.map((time) => callTimeWords[time]).join(' or ') + (text ? `: “${text}”` : '')

export const additionalWords: Record<AdditionalAnswer['answer'], string> = {
  yes: 'Yes',
  no: 'No',
  blank: 'Left blank',
  withdrawn: 'Withdrawn',
}

/** How it was given and who wrote it down; nothing where its signer answered on a screen. */
export const answerProvenanceText = ({ how, by }: Pick<AdditionalAnswer, 'how' | 'by'>): string =>
  how === 'screen' ? '' : `, ${how === 'paper' ? 'on paper' : 'verbally'}, recorded by ${by}`

/** How many wait for an answer. */
export const countUnanswered = ({ matters }: Matters): number =>
  matters.filter(({ answer }) => answer === null).length
