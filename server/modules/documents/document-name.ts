import { documentKinds } from '../../../contract/consents.ts'
import { findTooth } from '../../../contract/teeth.ts'

/** Of each part, so that the whole fits where disks allow 255 bytes. */
const segment_bytes_max = 55
const teeth_named_max = 4

export type NamedDocument = {
  kind: (typeof documentKinds)[number]
  /** Of an annex, the number of the event that it tells of; of what is archived, that of the version it continues. */
  about?: number
  patient: { firstName: string; lastName: string }
  treatment: string
  teeth: readonly string[]
  signedAt: Date
  timeZone: string
}

/** As many whole letters from the beginning as fit. */
function truncateToBytes(text: string): string {
  let kept = ''
  for (const letter of text) {
    if (Buffer.byteLength(kept + letter) > segment_bytes_max) break
    kept += letter
  }
  return kept
}

/** One part of a name: letters and digits of any script; whatever else there is becomes one dash. */
const nameSegment = (text: string): string =>
  truncateToBytes(
    text
      .normalize('NFC')
      .replaceAll(/['’]/g, '')
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-/, ''),
  ).replace(/-$/, '')

/** The teeth by their FDI codes, or how many where there are too many to name. */
function teethSegment(teeth: readonly string[]): string {
  const known = teeth.filter((fdi) => findTooth(fdi))
  return known.length > teeth_named_max ? `${known.length}-teeth` : known.join('-')
}

/** A day as `2026-11-21`, by the clock of the practice. */
const dayInZone = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)

const kindSegments: Record<NamedDocument['kind'], (about: number) => string> = {
  signed: () => '',
  finalised: () => 'countersigned',
  annex: (about) => `annex-${about}`,
  archived: (about) => `archived-${about}`,
  'annex-archived': (about) => `annex-archived-${about}`,
  resealed: (about) => `resealed-${about}`,
  'annex-resealed': (about) => `annex-resealed-${about}`,
}

/**
 * What a record is called where people file it: 'Whitcombe_Eleanor_Root-canal_46_2026-11-21.pdf'. A birth date would tell
 * people of one name apart, but does not belong into file names.
 */
export function documentName(document: NamedDocument): string {
  const { kind, about = 0, patient, treatment, teeth, signedAt, timeZone } = document
  const parts = [
    nameSegment(patient.lastName),
    nameSegment(patient.firstName),
    nameSegment(treatment),
    teethSegment(teeth),
    dayInZone(signedAt, timeZone),
    kindSegments[kind](about),
  ]
  return `${parts.filter(Boolean).join('_')}.pdf`
}
