import type { FrozenContent } from '../../../contract/consents.ts'
import { plannedOption } from '../../../contract/preference-rules.ts'
import type { Matter } from '../../../contract/matters.ts'
import { buildMattersView, type MatterEntry } from '../matters/index.ts'

/** What the patient told of themselves and of their choice before the signature, and what was answered by then. */
export type RecordedMatters = {
  told: readonly {
    prompt: Matter['prompt']
    text: string
    at: Date
    answer: { mode: string; text: string; on: Date | null; by: string; at: Date } | null
  }[]
  /** They were asked and had nothing special to say. */
  isNothing: boolean
  options: readonly {
    title: string
    /** It is what the record is about. */
    isChosen: boolean
    isRecommended: boolean
    leanedAt: Date | null
    notSuitable: string
  }[]
  recommendedWhy: string
  additional: readonly {
    question: string
    answer: 'yes' | 'no' | 'blank' | 'withdrawn' | null
    at: Date | null
    how: 'screen' | 'paper' | 'verbal'
    by: string
  }[]
}

/** What the record says of it, from all that was told and answered by a moment. */
export function recordedMatters(
  content: FrozenContent,
  entries: readonly MatterEntry[],
  moment: Date,
): RecordedMatters {
  const before = entries.filter(({ at }) => at <= moment)
  const { matters, isNothing, leaning, additional } = buildMattersView(before, { content, noted: '' })
  const planned = plannedOption(content)
  return {
    told: matters.map(({ prompt, text, at, answer }) => ({
      ...{ prompt, text },
      at: new Date(at),
      answer: answer && { ...answer, on: answer.on ? new Date(answer.on) : null, at: new Date(answer.at) },
    })),
    isNothing,
    options: (content.options ?? []).map(({ title, notSuitable }, place) => ({
      ...{ title, notSuitable },
      isChosen: place === planned,
      isRecommended: place === content.recommended,
      leanedAt: leaning?.option === place ? new Date(leaning.at) : null,
    })),
    recommendedWhy: content.recommendedWhy ?? '',
    additional: (content.additionalConsents ?? []).map(({ key, question }) => {
      const said = additional.find((one) => one.key === key)
      return {
        question,
        answer: said?.answer ?? null,
        at: said ? new Date(said.at) : null,
        how: said?.how ?? 'screen',
        by: said?.by ?? '',
      }
    }),
  }
}

const promptWords: Record<Matter['prompt'], string> = {
  hope: 'What they hope for',
  worry: 'What worries them',
  work: 'Work, hobby or instrument',
  looks: 'How it looks',
  pain: 'Pain',
  cost: 'Cost',
  time: 'Time',
  other: 'Something else',
}
const answerModeWords: Record<string, string> = {
  message: 'Answered in writing',
  'in-person': 'Discussed in person',
  phone: 'Discussed by phone',
  video: 'Discussed by video',
}
const additionalWords = {
  yes: 'Yes',
  no: 'No',
  blank: 'Left blank',
  withdrawn: 'Yes, later withdrawn',
} as const

/** How it was given and who recorded it, where the signer did not answer on a screen. */
const givenWords = {
  screen: () => '',
  paper: recordedByText('on paper'),
  verbal: recordedByText('verbally'),
}

function recordedByText(how: string) {
  return (by: string): string => `, ${how}, recorded by ${by}`
}

/** What the Typst file prints of it, every part already in words; `minute` writes a moment as the record does. */
export function describeMatters(matters: RecordedMatters, minute: (at: Date) => string) {
  const { told, isNothing, options, recommendedWhy, additional } = matters
  return {
    told: told.map(({ prompt, text, at, answer }) => ({
      about: promptWords[prompt],
      text: text || 'Ticked, no comment added',
      at: `Patient’s answer, ${minute(at)}`,
      answer: answer && {
        what: `${answerModeWords[answer.mode] ?? answer.mode} by ${answer.by}, ${minute(answer.on ?? answer.at)}`,
        text: answer.text,
      },
    })),
    nothing: isNothing && told.length === 0,
    options: options.map(({ title, isChosen, isRecommended, leanedAt, notSuitable }) => ({
      title,
      what: [
        isChosen ? 'Chosen' : 'Not chosen',
        isRecommended ? `Recommended${recommendedWhy ? `: ${recommendedWhy}` : ''}` : '',
        leanedAt ? `Patient’s preference, ${minute(leanedAt)}` : '',
        notSuitable ? `Not suitable: ${notSuitable}` : '',
      ].filter(Boolean),
    })),
    additional: additional.map(({ question, answer, at, how, by }) => ({
      question,
      answer: answer ? `${additionalWords[answer]}, ${minute(at!)}${givenWords[how](by)}` : 'Not answered',
    })),
  }
}
