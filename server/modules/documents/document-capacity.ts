import type { CompletedSection } from '../../../contract/capacity.ts'
import type { CapacityResult } from '../../../contract/capacity-rules.ts'
import type { CapacityRecords } from '../capacity/index.ts'
import type { MomentFormat } from '../../platform/moment-format.ts'

/** A form about the patient's capacity, or what was decided for them, as it was filled in. */
export type CapacityRecord = {
  title: string
  law: string
  result: string
  /** The decision in question; empty where the one before says it. */
  about: string
  again: string
  /** When and where it was, and who recorded it in which post. */
  at: Date
  place: string
  by: string
  sections: readonly CompletedSection[]
  hash: string
}

const capacityResultWords: Record<CapacityResult, string> = {
  has: 'The patient can decide this',
  lacks: 'The patient cannot decide this',
  open: 'It is not established whether the patient can decide this',
}
const decisionWords = {
  'go-ahead': 'The treatment goes ahead',
  'not-to-treat': 'The treatment does not go ahead',
} as const

type DecisionRecorder = Pick<CapacityRecords['decisions'][number], 'byName' | 'post' | 'gdcNumber'>

const recorderText = ({ byName, post, gdcNumber }: DecisionRecorder): string =>
  [byName, post, gdcNumber && `GDC ${gdcNumber}`].filter(Boolean).join(', ')

/** What was found and decided about a patient's capacity by that moment, in order. */
export function capacityBefore(
  moment: Date,
  { assessments, decisions }: CapacityRecords,
): readonly CapacityRecord[] {
  const found = assessments.map((row) => ({
    ...{ title: row.title, law: row.law, sections: row.told, hash: row.hash, recordedAt: row.recordedAt },
    ...{ about: row.decision, again: row.again, at: row.assessedAt, place: row.place },
    result: capacityResultWords[row.result],
    by: recorderText(row),
  }))
  const decided = decisions.map((row) => ({
    ...{ title: row.title, law: row.law, sections: row.told, hash: row.hash, recordedAt: row.recordedAt },
    ...{ about: '', again: '', at: row.recordedAt, place: '' },
    result: decisionWords[row.choice],
    by: recorderText(row),
  }))
  return [...found, ...decided]
    .filter(({ recordedAt }) => recordedAt <= moment)
    .toSorted((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())
    .map(({ recordedAt: _recordedAt, ...record }) => record)
}

/** The same in what the Typst file prints. */
export const describeCapacity = (records: readonly CapacityRecord[], minute: MomentFormat) =>
  records.map(({ at, ...record }) => ({ ...record, at: minute.format(at) }))
