import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { files } from '../../../contract/index.ts'
import { consents_exported_max } from '../../../contract/limits.ts'
import { csvFile } from '../../platform/csv/csv-writer.ts'
import { handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { exportedConsents, type ListedConsent } from './consent-list-store.ts'
import { summaryOf } from './consent-view.ts'

const header = [
  'Patient',
  'Date of birth',
  'Treatment',
  'Teeth',
  'Clinician',
  'Status',
  'Created',
  'Sent',
  'Signed',
  'Expires',
  'Reconfirmation needed since',
  'Last change',
]

/** A consent as a line: its moments as the clinic's clocks showed them, so that spreadsheets can sort by them. */
function lineOf(listed: ListedConsent, momentText: Intl.DateTimeFormat): string[] {
  const row = summaryOf(listed)
  const moment = (at: string | null) => (at ? momentText.format(new Date(at)) : '')
  return [
    row.patient.name,
    row.patient.dateOfBirth,
    row.treatment,
    row.teeth.join(' '),
    row.clinician.name,
    row.status,
    ...[row.createdAt, row.sentAt, row.signedAt, row.expiresAt, row.reconfirmSince, row.updatedAt].map(
      moment,
    ),
  ]
}

/** The list as a file; the audit log is told how many lines left the practice, and nothing of whom. */
export const consentExports = [
  handleFile(files.consents.list, async (scope, { consentIds, ...filter }) => {
    const listed = await exportedConsents(scope, filter, consentIds?.split(',') ?? null)
    if (listed.length === 0) return refuse('nothing-to-export')
    if (listed.length > consents_exported_max) return refuse('too-many')
    const timeZone = await timeZoneOf(scope)
    const momentText = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
    const bytes = csvFile(
      header,
      listed.map((each) => lineOf(each, momentText)),
    )
    const open = () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length })
    const etag = createHash('sha256').update(bytes).digest('hex')
    const answer = { open, type: 'text/csv; charset=utf-8', name: 'consents.csv', etag }
    return { answer, details: { rows: listed.length } }
  }),
]
