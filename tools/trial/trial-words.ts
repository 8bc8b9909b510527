import { contract } from '../../contract/index.ts'
import { languages } from '../../contract/languages.ts'
import { describeEvent } from '../../server/modules/consents/consent-event-words.ts'
import { describeRelatedEvent } from '../../server/modules/proofs/index.ts'
import { buildTrialForm, trialLanguages } from './trial-form.ts'

const { brand, content } = buildTrialForm()
const { templateVersion, title, clinic, patient } = content

/** What each event says, a name in braces where only whoever tries the form brings it. */
const eventDetails: Record<string, Record<string, unknown>> = {
  'consent.created': { template: title, version: templateVersion },
  'consent.sent': { by: 'email' },
  'consent.viewed': {},
  'matter.told': {},
  'matter.nothing': {},
  'matter.leaned': {},
  'matter.thinking': {},
  'matter.call_wanted': {},
  'question.asked': { about: '{about}', blocking: false },
  'question.asked, first': { about: '{about}', blocking: true },
  'question.settled': { about: '{about}', why: 'not-needed' },
  'supporter.invited': {},
  'consent.read': { opened: '{opened}', parts: '{parts}' },
  'understanding.checked': { right: '{right}', questions: '{questions}', finished: true },
  'consent.signed': { name: '{name}', kind: 'typed' },
  'consent.declined': {},
}

/**
 * Each event that the form to try can tell of, in the words of the record. A question that is to be answered before
 * signing has words of its own.
 */
const eventTexts = Object.fromEntries(
  Object.entries(eventDetails).map(([name, details]) => {
    const [event = ''] = name.split(',')
    return [name, describeEvent({ event, details }, describeRelatedEvent)]
  }),
)

function refusalMessage(operation: 'sign' | 'verify', reason: string) {
  const refusal = contract.signing[operation]['~orpc'].meta.refusals?.[reason]
  if (!refusal) throw new Error(`'${operation}' declares no refusal '${reason}'`)
  const { code, message } = refusal
  return { code, message, details: { reason } }
}

/** What stands in the record and in the answers, as the product says it. */
export const trialWords = {
  practice: { name: clinic.name, phone: clinic.phone, ...brand },
  dateOfBirth: patient.dateOfBirth,
  /** In which the form can be read beside its English, each by its own name. */
  beside: trialLanguages.map((language) => languages[language].ownName),
  events: eventTexts,
  refusals: {
    'question-open': refusalMessage('sign', 'question-open'),
    'stale-version': refusalMessage('sign', 'stale-version'),
    'cosigner-same': refusalMessage('sign', 'cosigner-same'),
    'not-agreed': refusalMessage('sign', 'not-agreed'),
    'wrong-birth-date': refusalMessage('verify', 'wrong-birth-date'),
  },
}
