import { matchesHash } from '../../platform/database/sealed-column.ts'
import { rowsMatchEvents, groupByConsent, type ChainRecords } from '../consents/index.ts'
import { entryHash, type QuestionEntry } from './question-rules.ts'
import { entriesOfConsents } from './question-store.ts'

type Said = (name: string) => string

const placeOf = (said: Said) => (said('about') ? `“${said('about')}”` : 'the whole form')
const waitsOf = (said: Said) => (said('blocking') === 'true' ? ', to be answered before signing' : '')
const answeredHow = (mode: string) =>
  mode === 'call' ? 'by phone' : mode === 'visit' ? 'in person' : 'in writing'

/** What was asked and answered. */
export const questionChainRecords: ChainRecords<QuestionEntry[]> = {
  title: 'the questions and answers',
  read: groupByConsent(entriesOfConsents),
  isIntact: (entries, told) =>
    rowsMatchEvents(entries, told, ({ kind, number: entry, hash }) => ({
      event: `question.${kind}`,
      entry,
      hash,
    })) && entries.every((entry) => matchesHash(entry, entryHash(entry))),
  words: {
    'question.asked': (said) => `Question about ${placeOf(said)}${waitsOf(said)}`,
    'question.added': (said) => `Follow-up question about ${placeOf(said)}${waitsOf(said)}`,
    'question.answered': (said) => `Question about ${placeOf(said)} answered ${answeredHow(said('mode'))}`,
    'question.settled': (said) =>
      said('why') === 'have-answer' ? 'The patient has their answer' : 'Answer no longer needed',
  },
}
