import type { ForeignField, ForeignImport, ForeignRowState } from '../../../contract/foreign-records.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { numberText } from '../../ui/plain/number-text.ts'

/** What a column may hold. */
export const foreignFieldLabels: Record<ForeignField, string> = {
  originalId: 'Identifier in the other system',
  title: 'Title of the document',
  signedOn: 'Signed date',
  clinician: 'Clinician',
  fileName: 'File name',
  sha256: 'SHA-256 of the file',
}

type BadgeAppearance = { label: string; note: string; tone: Tone }

/** What a row is, or what became of it. */
export const foreignStateBadges: Record<ForeignRowState, BadgeAppearance> = {
  waiting: { label: 'Waiting', note: 'for their files', tone: 'brand' },
  taken: { label: 'Imported', note: 'in the patients’ records', tone: 'ok' },
  here: { label: 'Imported before', note: 'nothing to do', tone: 'neutral' },
  held: { label: 'To decide', note: 'patient not chosen', tone: 'warn' },
  refused: { label: 'Refused', note: 'the report says why', tone: 'bad' },
  removed: { label: 'Removed', note: 'import undone', tone: 'neutral' },
  kept: { label: 'Kept', note: 'could not be undone', tone: 'warn' },
}

export const foreignStates = Object.keys(foreignStateBadges) as ForeignRowState[]

const statusBadges: Record<ForeignImport['status'], { label: string; tone: Tone }> = {
  draft: { label: 'Not imported', tone: 'neutral' },
  checked: { label: 'Not imported', tone: 'neutral' },
  running: { label: 'Waiting for files', tone: 'brand' },
  done: { label: 'Imported', tone: 'ok' },
  undoing: { label: 'Undoing', tone: 'brand' },
  undone: { label: 'Undone', tone: 'neutral' },
}
export const foreignStatusBadge = (status: ForeignImport['status']) => statusBadges[status]

export const recordsText = (value: number) => (value === 1 ? '1 record' : `${numberText(value)} records`)

/** What an import did, in one line: '12 imported, 3 refused'. */
export function countsText(counts: ForeignImport['counts']): string {
  const parts = foreignStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${numberText(counts[state])} ${foreignStateBadges[state].label.toLowerCase()}`)
  return parts.join(', ') || 'Nothing'
}
