import { eventWords } from '../../server/modules/consents/consent-event-words.ts'
import { wordsBeside } from '../../server/modules/proofs/index.ts'
import { makeTrialForm } from './trial-form.ts'

const { templateVersion, title } = makeTrialForm().content

/** What each event says, a name in braces where only whoever tries the form brings it. */
const said: Record<string, Record<string, unknown>> = {
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
  'supporter.invited': {},
  'consent.read': { opened: '{opened}', parts: '{parts}' },
  'understanding.checked': { right: '{right}', questions: '{questions}', finished: true },
  'consent.signed': { name: '{name}', kind: 'typed' },
  'consent.declined': {},
}

/** Each event that the form to try can tell of, in the words of the record; a question to be answered first has its own. */
export const trialEventWords = Object.fromEntries(
  Object.entries(said).map(([name, details]) => {
    const [event = ''] = name.split(',')
    return [name, eventWords({ event, details }, wordsBeside)]
  }),
)
