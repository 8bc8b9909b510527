import { matchesHash } from '../../platform/database/sealed-column.ts'
import { rowsMatchEvents, type ChainRecords, type RecordedEvent } from '../consents/index.ts'
import {
  capacityHash,
  type CapacityAssessment,
  type CapacityDecision,
  type CapacityRecords,
} from './capacity-record.ts'
import { capacityFingerprintsOf, capacityOfConsents, type CapacityFingerprint } from './capacity-store.ts'

const resultLabels: Record<string, string> = {
  has: 'Found that the patient can decide this',
  lacks: 'Found that the patient cannot decide this',
  open: 'Not established whether the patient can decide this',
}

const areRecordedAs = (
  event: string,
  rows: readonly CapacityFingerprint[],
  events: readonly RecordedEvent[],
): boolean =>
  rowsMatchEvents(
    rows,
    events.filter((each) => each.event === event),
    ({ number, hash }) => ({ number, hash }),
  )

const isFullRow = (row: CapacityFingerprint): row is CapacityAssessment | CapacityDecision => 'told' in row

/** What was found of the patient's capacity, and what was decided for them. */
export const capacityChainRecords: ChainRecords<
  CapacityRecords,
  Record<keyof CapacityRecords, CapacityFingerprint[]>
> = {
  title: 'the assessments of capacity',
  read: capacityOfConsents,
  readFingerprints: capacityFingerprintsOf,
  isIntact: ({ assessments, decisions }, told) =>
    areRecordedAs('capacity.assessed', assessments, told) &&
    areRecordedAs('capacity.decided', decisions, told) &&
    [...assessments, ...decisions].filter(isFullRow).every((row) => matchesHash(row, capacityHash(row))),
  words: {
    'capacity.assessed': (said) => resultLabels[said('result')] ?? 'Capacity assessed',
    'capacity.decided': (said) =>
      `Decided for the patient: ${said('choice') === 'go-ahead' ? 'the treatment goes ahead' : 'the treatment does not go ahead'}`,
  },
}
