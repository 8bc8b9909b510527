import { eventsNameRows, groupByConsent, type ChainRecords } from '../consents/index.ts'
import { areLinked, type CheckEntry } from './understanding-rules.ts'
import { listCheckEntriesOfConsents } from './understanding-store.ts'

/** What was answered to the questions of a form, and explained: linked, and vouched for by the last entry of each event. */
export const understandingChainRecords: ChainRecords<CheckEntry[]> = {
  title: 'the answers to the questions of the form',
  read: groupByConsent(listCheckEntriesOfConsents),
  isIntact: (entries, told) => areLinked(entries) && eventsNameRows(entries, told),
  words: {
    'understanding.checked': (said) =>
      `Understanding questions completed: ${said('right')} of ${said('questions')} right` +
      (said('finished') === 'true' ? '' : ', not finished'),
    'understanding.explained': () => 'Unclear points were discussed',
  },
}
