import { groupByConsent, type ChainRecords } from '../consents/index.ts'
import { areViewingsIntact, type ViewingRow } from './viewing-rules.ts'
import { listViewingsOfConsents } from './viewing-store.ts'

/** How the videos of a text were watched, or read instead. */
export const viewingChainRecords: ChainRecords<ViewingRow[]> = {
  title: 'how the video was watched',
  read: groupByConsent(listViewingsOfConsents),
  isIntact: areViewingsIntact,
  words: {
    'viewing.watched': (said) => `The video of part ${said('part')} was watched`,
    'viewing.read_instead': (said) => `The transcript of the video of part ${said('part')} was read instead`,
    'viewing.recorded': () => 'Video viewing so far recorded',
  },
}
