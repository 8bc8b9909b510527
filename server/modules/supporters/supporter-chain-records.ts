import { rowsMatchEvents, groupByConsent, type ChainRecords } from '../consents/index.ts'
import { supporterHash } from './supporter-rules.ts'
import { supportersOfConsents, type SupporterRecord } from './supporter-store.ts'

/** What each of them did and what was done to them, as the chain says it. */
const expectedEvents = ({ number, hash, openings, revokedAt, lockedAt }: SupporterRecord) => [
  { event: 'supporter.invited', number, hash },
  ...openings.map(({ id: opening, at }) => ({
    ...{ event: 'supporter.opened', number, opening },
    openedAt: at.toISOString(),
  })),
  ...(revokedAt ? [{ event: 'supporter.shut_out', number, why: 'ended' }] : []),
  ...(lockedAt ? [{ event: 'supporter.shut_out', number, why: 'wrong-codes' }] : []),
]

/** Whom the patient let read along, when each looked, and who was shut out. */
export const supporterChainRecords: ChainRecords<SupporterRecord[]> = {
  title: 'whom the patient let read along',
  read: groupByConsent(supportersOfConsents),
  isIntact: (rows, told) =>
    rowsMatchEvents(rows.flatMap(expectedEvents), told, (said) => said) &&
    rows.every((row) => supporterHash(row) === row.hash),
  words: {
    'supporter.invited': () => 'The patient invited a supporter',
    'supporter.opened': () => 'A supporter opened it',
    'supporter.shut_out': (said) =>
      said('why') === 'wrong-codes'
        ? 'A supporter’s link was locked after wrong codes'
        : 'Access ended for a supporter',
  },
}
