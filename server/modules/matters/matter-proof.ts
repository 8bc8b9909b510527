import { matchesHash } from '../../platform/database/sealed-column.ts'
import { rowsMatchEvents, groupByConsent, type ChainRecords } from '../consents/index.ts'
import { matterHash, type MatterEntry } from './matter-rules.ts'
import { listMatterEntriesOfConsents } from './matter-store.ts'

/** How staff wrote it down that it was said. */
const recordedModeWords: Record<string, string> = { paper: ' on the paper', verbal: ' by word of mouth' }

/** What matters to the patient, what they said of their choice, and the answers. */
export const matterChainRecords: ChainRecords<MatterEntry[]> = {
  title: 'what matters to the patient',
  read: groupByConsent(listMatterEntriesOfConsents),
  isIntact: (entries, told) =>
    rowsMatchEvents(entries, told, ({ kind, number: entry, hash }) => ({
      event: `matter.${kind}`,
      entry,
      hash,
    })) && entries.every((entry) => matchesHash(entry, matterHash(entry))),
  words: {
    'matter.told': () => 'The patient recorded what matters to them',
    'matter.dropped': () => 'The patient removed something that mattered',
    'matter.nothing': () => 'The patient was asked what matters and raised nothing',
    'matter.answered': (said) =>
      said('mode') === 'message' ? 'What matters was answered in writing' : 'What matters was discussed',
    'matter.leaned': () => 'The patient marked a preferred option',
    'matter.thinking': (said) =>
      said('remindDays')
        ? `The patient is thinking about it; reminder after ${said('remindDays')} days`
        : 'The patient is thinking about it',
    'matter.call_wanted': () => 'The patient asked for a call',
    'matter.allowed': (said) => `An additional consent was given${recordedModeWords[said('mode')] ?? ''}`,
    'matter.refused': (said) => `An additional consent was not given${recordedModeWords[said('mode')] ?? ''}`,
    'matter.blank': () => 'An additional consent was left blank on paper',
    'matter.withdrawn': () => 'An additional consent was withdrawn',
  },
}
