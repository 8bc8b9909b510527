import { matchesHash } from '../../platform/database/sealed-column.ts'
import { rowsMatchEvents, groupByConsent, type ChainRecords } from '../consents/index.ts'
import { decisionHash, type DecisionRow } from './authority-decision-rules.ts'
import { decisionsOfConsents } from './authority-store.ts'

/** Who may sign by a decision; it may also be that somebody may not, or nobody until something is settled. */
const signersText: Record<string, string> = {
  patient: 'the patient',
  parent: 'somebody with parental responsibility',
  attorney: 'the attorney',
  deputy: 'the deputy',
  guardian: 'the welfare guardian',
}

/** What was decided about who may sign, newest first. */
export const authorityChainRecords: ChainRecords<DecisionRow[]> = {
  title: 'the decisions about who may sign',
  read: groupByConsent(decisionsOfConsents),
  isIntact: (rows, told) =>
    rowsMatchEvents(rows, told, ({ number: decision, hash }) => ({ decision, hash })) &&
    rows.every((row) => matchesHash(row, decisionHash(row))),
  words: {
    'authority.decided': (said) =>
      `Decided who may sign: ${signersText[said('signers')] ?? (said('kind') === 'stop' ? 'nobody yet' : 'not this person')}`,
  },
}
