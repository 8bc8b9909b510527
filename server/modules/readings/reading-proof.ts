import { areNamed, ofEach, type ChainProof } from '../consents/index.ts'
import { areChained, type ReadingRow } from './reading-rules.ts'
import { readingsOfConsents } from './reading-store.ts'

/** How a text was read. The event before the signature names the last report, and with it all before. */
export const readingProof: ChainProof<ReadingRow[]> = {
  title: 'what was told of reading',
  read: ofEach(readingsOfConsents),
  holds: (rows, told) => areChained(rows) && areNamed(rows, told),
  words: {
    'consent.read': (said) => `Read on the screen: ${said('opened')} of ${said('parts')} parts opened`,
  },
}
