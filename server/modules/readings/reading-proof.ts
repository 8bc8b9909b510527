import { eventsNameRows, groupByConsent, type ChainRecords } from '../consents/index.ts'
import { areChained, type ReadingRow } from './reading-rules.ts'
import { readingsOfConsents } from './reading-store.ts'

/** How a text was read. The event before the signature names the last report, and with it all before. */
export const readingChainRecords: ChainRecords<ReadingRow[]> = {
  title: 'what was told of reading',
  read: groupByConsent(readingsOfConsents),
  isIntact: (rows, told) => areChained(rows) && eventsNameRows(rows, told),
  words: {
    'consent.read': (said) => `Read on screen: ${said('opened')} of ${said('parts')} parts opened`,
  },
}
