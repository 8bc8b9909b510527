import type {
  HeldDecision,
  ImportChoice,
  ImportField,
  ImportOutcome,
  PatientImport,
  PatientImportRow,
} from '../../../contract/patient-imports.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { numberText } from '../../ui/plain/number-text.ts'

/** What a column may hold. */
export const fieldLabels: Record<ImportField, string> = {
  title: 'Title',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  dateOfBirth: 'Date of birth',
  nhsNumber: 'NHS number',
  email: 'E-mail',
  phone: 'Phone, mobile',
  otherPhone: 'Phone, another',
  address: 'Address line',
  postcode: 'Postcode',
  guardianName: 'Guardian: name',
  guardianRelationship: 'Guardian: relationship',
  guardianEmail: 'Guardian: e-mail',
  guardianPhone: 'Guardian: phone',
}

const detailLabels: Record<string, string> = {
  ...fieldLabels,
  phone: 'Phone',
  phoneNote: 'Phone: note',
  otherPhone: 'Another phone',
  otherPhoneNote: 'Another phone: note',
  address: 'Address',
  guardians: 'Guardian',
}
export const detailLabel = (field: string) => detailLabels[field] ?? field

type BadgeAppearance = { label: string; note: string; tone: Tone }

/** What a row is, before the import. */
export const outcomeBadges: Record<ImportOutcome, BadgeAppearance> = {
  new: { label: 'New', note: 'will be added', tone: 'ok' },
  differs: { label: 'Different details', note: 'already patients here', tone: 'brand' },
  same: { label: 'Same details', note: 'nothing to do', tone: 'neutral' },
  held: { label: 'To decide', note: 'skipped unless you decide', tone: 'warn' },
  unusable: { label: 'Cannot be used', note: 'will be skipped', tone: 'bad' },
}

type Result = NonNullable<PatientImportRow['result']>

/** What became of a row. */
export const resultBadges: Record<Result, BadgeAppearance> = {
  added: { label: 'Added', note: 'new patients', tone: 'ok' },
  changed: { label: 'Changed', note: 'already existed', tone: 'brand' },
  unchanged: { label: 'Unchanged', note: 'had the same details', tone: 'neutral' },
  skipped: { label: 'Skipped', note: 'left as they are', tone: 'warn' },
  unusable: { label: 'Left out', note: 'could not be used', tone: 'bad' },
  removed: { label: 'Removed', note: 'added by the import', tone: 'neutral' },
  restored: { label: 'Restored', note: 'as before the import', tone: 'neutral' },
  kept: { label: 'Kept', note: 'could not be undone', tone: 'warn' },
}

export const choiceLabels: Record<ImportChoice, string> = {
  fill: 'Fill in empty fields only',
  update: 'Update from the file',
  skip: 'Keep existing details',
}

export const decisionLabels: Record<HeldDecision, string> = {
  skip: 'Skip this row',
  update: 'Same patient: update the record',
  create: 'Different person: add a new patient',
}

const statusBadges: Record<PatientImport['status'], { label: string; tone: Tone }> = {
  draft: { label: 'Not imported', tone: 'neutral' },
  checked: { label: 'Not imported', tone: 'neutral' },
  running: { label: 'Importing', tone: 'brand' },
  done: { label: 'Imported', tone: 'ok' },
  undoing: { label: 'Undoing', tone: 'brand' },
  undone: { label: 'Undone', tone: 'neutral' },
}
export const statusBadge = (status: PatientImport['status']) => statusBadges[status]

/** How many rows an import would write something of, as far as the choice for all of them and decisions say. */
export const importableCount = ({
  outcomes,
  choice,
  decisions,
}: Pick<PatientImport, 'outcomes' | 'choice' | 'decisions'>) =>
  outcomes.new + (choice === 'skip' ? 0 : outcomes.differs) + decisions.update + decisions.create

/** How many held rows nobody has decided of, and what becomes of them. */
export const undecidedText = (count: number) =>
  count === 1
    ? '1 row is not decided yet. It is skipped unless you decide about it below.'
    : `${numberText(count)} rows are not decided yet. They are skipped unless you decide about them below.`

export const patientsText = (count: number) => (count === 1 ? '1 patient' : `${numberText(count)} patients`)

/** What an import did, in one line: '12 added, 3 changed'. */
export function resultText(results: PatientImport['results']): string {
  const parts = (Object.keys(resultBadges) as Result[])
    .filter((result) => results[result] > 0)
    .map((result) => `${numberText(results[result])} ${resultBadges[result].label.toLowerCase()}`)
  return parts.join(', ') || 'Nothing'
}
