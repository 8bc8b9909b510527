import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { day_ms } from './test-clock.ts'
import type { InferContractRouterInputs } from '@orpc/contract'
import { contract, type Contract } from '../../contract/index.ts'

type Inputs = InferContractRouterInputs<Contract>['capacity']
type AssessmentInput = Omit<Inputs['assess'], 'consentId'>
type DecisionInput = Omit<Inputs['decide'], 'consentId' | 'contentHash'>
type Answers = AssessmentInput['answers']

/** What an operation shows as its example, of whichever consent. */
function exampleOf(operation: { '~orpc': { meta: unknown } }): object {
  const { example } = operation['~orpc'].meta as { example: { consentId: string } }
  const { consentId: _consent, ...told } = example
  return told
}

/** Today, as every assessment and certificate of these is made. */
const today = new Date().toISOString()
/** A week from now. */
export const inOneWeek = dateInTimeZone(new Date(Date.now() + 7 * day_ms))
const yearsOn = (years: number) => `${Number(today.slice(0, 4)) + years}-01-01`

const capable = { ...(exampleOf(contract.capacity.assess) as AssessmentInput), assessedAt: today }
const chosen = (option: string, text = 'As I saw and heard it today.') => ({ chosen: [option], text })

const unable: Answers = {
  ...capable.answers,
  weigh: chosen('no', 'Answers each question with the last word she heard.'),
  impairment: chosen('yes', 'Dementia, known to her doctor for three years.'),
  link: chosen('yes', 'She loses the options before she can compare them.'),
  outcome: chosen('lacks-capacity', 'She cannot weigh it, at a good time and with help.'),
}

const scottishForm = { form: 'adults-with-incapacity', formVersion: '1.1' } as const
const { understand, retain, weigh, ...notInScotland } = capable.answers
const scottish: Answers = {
  ...notInScotland,
  act: chosen('yes'),
  decide: weigh!,
  understandDecision: understand!,
  remember: retain!,
}

/** What a clinician found, by form and result, as a test tells it. */
export const assessments = {
  has: capable,
  lacks: { ...capable, answers: unable },
  open: {
    ...capable,
    answers: {
      ...capable.answers,
      mayImprove: chosen('yes', 'She is tired after a bad night.'),
      outcome: chosen('defer', 'Looked at again on Monday morning.'),
      lookAgainOn: { text: inOneWeek },
    },
  },
  emergency: {
    ...capable,
    answers: {
      ...unable,
      urgency: { chosen: ['emergency'] },
      outcome: chosen('emergency', 'The swelling threatens her airway.'),
    },
  },
  lacksInScotland: {
    ...capable,
    ...scottishForm,
    answers: {
      ...scottish,
      decide: unable['weigh']!,
      reasonUnable: chosen('mental-disorder', 'Dementia, known to her doctor for three years.'),
      outcome: unable['outcome']!,
    },
  },
  lacksInNorthernIreland: {
    ...capable,
    form: 'northern-ireland',
    answers: { ...unable, appreciate: chosen('yes') },
  },
} satisfies Record<string, AssessmentInput>

const { contentHash: _contentHash, ...goAhead } = exampleOf(contract.capacity.decide) as Omit<
  Inputs['decide'],
  'consentId'
>
const { answers: agreed } = goAhead

const { attorney: _attorney, deputy: _deputy, decider, ...inNorthernIreland } = agreed

/** What was decided for somebody who cannot decide, by form. */
export const decisions = {
  goAhead,
  notToTreat: {
    ...goAhead,
    answers: { ...agreed, choice: chosen('not-to-treat', 'She is in no pain, and the visit frightens her.') },
  },
  scotland: {
    ...goAhead,
    ...scottishForm,
    answers: {
      benefit: { text: 'Ends her pain; painkillers did not.' },
      leastRestrictive: agreed['lessRestrictive']!,
      wishesScotland: agreed['wishes']!,
      objection: agreed['objection']!,
      consultedScotland: agreed['consulted']!,
      skills: { text: 'Chose the time of day, and held the mirror.' },
      advanceStatement: chosen('none', 'Asked her daughter and the surgery.'),
      proxy: { chosen: ['none'] },
      certificate: chosen('issued', 'Tom Hughes, dentist, trained in 2024; a root canal of one tooth.'),
      certificateFrom: { text: yearsOn(0) },
      certificateUntil: { text: yearsOn(2) },
      restraint: agreed['restraint']!,
      choice: agreed['choice']!,
      agreement: agreed['agreement']!,
      plan: agreed['plan']!,
      reviewOn: agreed['reviewOn']!,
    },
  },
  northernIreland: {
    ...goAhead,
    form: 'northern-ireland',
    answers: { ...inNorthernIreland, ownDecider: decider! },
  },
} satisfies Record<string, DecisionInput>
