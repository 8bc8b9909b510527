import { areTold, type ChainProof, type ToldEvent } from '../consents/index.ts'
import {
  capacityHash,
  type CapacityAssessment,
  type CapacityDecision,
  type CapacityRecords,
} from './capacity-record.ts'
import { capacityMarksOf, capacityOfConsents, type CapacityMark } from './capacity-store.ts'

const foundWords: Record<string, string> = {
  has: 'Found that the patient can decide this',
  lacks: 'Found that the patient cannot decide this',
  open: 'Not established whether the patient can decide this',
}

const areToldAs = (event: string, rows: readonly CapacityMark[], told: readonly ToldEvent[]): boolean =>
  areTold(
    rows,
    told.filter((each) => each.event === event),
    ({ number, hash }) => ({ number, hash }),
  )

const isWhole = (row: CapacityMark): row is CapacityAssessment | CapacityDecision => 'told' in row

/** What was found of the patient's capacity, and what was decided for them. */
export const capacityProof: ChainProof<CapacityRecords, Record<keyof CapacityRecords, CapacityMark[]>> = {
  title: 'the assessments of capacity',
  read: capacityOfConsents,
  readMarks: capacityMarksOf,
  holds: ({ assessments, decisions }, told) =>
    areToldAs('capacity.assessed', assessments, told) &&
    areToldAs('capacity.decided', decisions, told) &&
    [...assessments, ...decisions].filter(isWhole).every((row) => capacityHash(row) === row.hash),
  words: {
    'capacity.assessed': (said) => foundWords[said('result')] ?? 'Capacity assessed',
    'capacity.decided': (said) =>
      `Decided for the patient: ${said('choice') === 'go-ahead' ? 'the treatment goes ahead' : 'the treatment does not go ahead'}`,
  },
}
