import { areNamed, ofEach, type ChainProof } from '../consents/index.ts'
import { areLinked, type CheckEntry } from './understanding-rules.ts'
import { checkEntriesOfConsents } from './understanding-store.ts'

/** What was answered to the questions of a form, and explained: linked, and vouched for by the last entry of each event. */
export const understandingProof: ChainProof<CheckEntry[]> = {
  title: 'the answers to the questions of the form',
  read: ofEach(checkEntriesOfConsents),
  holds: (entries, told) => areLinked(entries) && areNamed(entries, told),
  words: {
    'understanding.checked': (said) =>
      `Questions of the form gone through: ${said('right')} of ${said('questions')} right` +
      (said('finished') === 'true' ? '' : ', not finished'),
    'understanding.explained': () => 'What was not clear was talked through',
  },
}
