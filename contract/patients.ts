import { optionalEmailAddress, phoneFields, normalizePhones } from './contact-fields.ts'
import { sendingChannels } from './delivery-states.ts'
import { z } from 'zod'
import { today } from './calendar-day.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  isoDate,
  lineText,
  notFound,
  firstOrLastName,
  operation,
  optionalLine,
  optionalPersonName,
  optionalText,
  paginated,
  paging,
  personName,
  searchText,
  text,
  typedText,
} from './kit.ts'
import { guardians_max, patient_note_length_max, recent_patients_max } from './limits.ts'
import { nhsNumberProblems, parseNhsNumber } from './nhs-number.ts'

/** Needs of the Accessible Information Standard (NHS England DCB1605) that change how a patient is told. */
export const accessibilityNeeds = [
  'large-print',
  'easy-read',
  'read-aloud',
  'british-sign-language',
  'interpreter',
  'other',
] as const

/** By what somebody may decide for a patient; all but the last are an authority to sign. */
export const guardianAuthorities = [
  'parental-responsibility',
  'court-order',
  'local-authority',
  'guardian',
  'welfare-attorney',
  'deputy',
  'welfare-guardian',
  'other',
] as const

/** Where parental responsibility comes from, which differs for mothers and fathers (Children Act 1989 and its like). */
export const parentalBases = [
  'not-recorded',
  'birth-mother',
  'married-to-mother',
  'birth-certificate',
  'agreement',
  'court',
  'adoption',
] as const

/** Ways a practice reaches a patient. */
const contactChannels = ['email', 'sms', 'phone', 'post'] as const
export type ContactChannel = (typeof contactChannels)[number]

/** Active patients get consents; of the others nothing is deleted. A merged record leads to the one that stands. */
export const listedStatuses = ['active', 'archived', 'left', 'deceased'] as const
export type ListedStatus = (typeof listedStatuses)[number]
const patientStatuses = [...listedStatuses, 'merged'] as const
export type PatientStatus = (typeof patientStatuses)[number]

/** What a list of patients is sorted by; a minus turns it round. */
export const patientSorts = ['name', '-name', 'born', '-born'] as const
export type PatientSort = (typeof patientSorts)[number]

const pastDate = isoDate.refine((day) => day <= today(), 'Enter a date that is not in the future')
const day = isoDate.nullable().default(null)

const GuardianFields = z.object({
  /** Given by the server when it is new, and kept from then on. */
  id: id.optional(),
  name: personName(120),
  relationship: lineText(80),
  authority: z.enum(guardianAuthorities),
  basis: z.enum(parentalBases).default('not-recorded'),
  email: optionalEmailAddress,
  ...phoneFields,
  /** What was shown, such as an order of a court: what, when, and to whom. */
  evidence: optionalText(300),
  evidenceOn: pastDate.nullable().default(null),
  evidenceBy: optionalLine(120),
  /** The last day on which they may decide; null for no end. */
  validUntil: day,
})
const Guardian = GuardianFields.check(normalizePhones)
export type Guardian = z.infer<typeof Guardian>

/** What was stored before its field was read is shown as it is. */
const unparsedContact = { email: z.string(), phone: z.string(), otherPhone: z.string().default('') }

const PatientFields = z.object({
  title: optionalLine(20),
  /** One of the two names may be empty: somebody with one name, who has it as the last name once saved. */
  firstName: firstOrLastName(80),
  lastName: firstOrLastName(80),
  /** What they like to be called, where that is not their first name. */
  preferredName: optionalPersonName(80),
  dateOfBirth: isoDate
    .refine((date) => date <= today(), 'Enter a date of birth in the past')
    .refine((date) => date >= '1900-01-01', 'Enter a date of birth after 1900'),
  email: optionalEmailAddress,
  ...phoneFields,
  address: optionalText(400),
  /** The ways by which they agree to be contacted. */
  contactPermission: z
    .array(z.enum(contactChannels))
    .max(contactChannels.length)
    .default([...contactChannels]),
  /** When they were asked by which ways; null where nobody has asked. */
  contactAskedOn: pastDate.nullable().default(null),
  /** The way they like best; 'none' where they want no messages at all. */
  preferredChannel: z.enum([...contactChannels, 'none']).default('email'),
  nhsNumber: typedText()
    .max(40)
    .transform((written, context) => {
      const read = parseNhsNumber(written)
      if ('number' in read) return read.number
      if (read.problem === 'unknown') return ''
      context.addIssue(nhsNumberProblems[read.problem])
      return z.NEVER
    })
    .default(''),
  language: z
    .string()
    .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z\d]{2,8})*$/, 'Choose a language')
    .default('en'),
  accessNeeds: z.array(z.enum(accessibilityNeeds)).max(accessibilityNeeds.length).default([]),
  accessNotes: optionalText(500),
  /** When the patient was asked what they need, and when to ask again; who asked is whoever saved it. */
  needsAskedOn: pastDate.nullable().default(null),
  needsReviewOn: day,
  guardians: z.array(Guardian).max(guardians_max).default([]),
})
export const PatientDetails = PatientFields.check(normalizePhones)
export type PatientDetails = z.infer<typeof PatientDetails>

export const Patient = PatientFields.extend({
  id,
  dateOfBirth: z.string(),
  ...unparsedContact,
  guardians: z.array(GuardianFields.extend(unparsedContact)),
  nhsNumber: z.string(),
  needsAskedBy: z.string(),
  status: z.enum(patientStatuses),
  /** When they left the practice or died; null while they are its patient, and where it is not known. */
  endedOn: z.string().nullable(),
  /** The record that stands for this one since the two were merged. */
  mergedInto: id.nullable(),
  /** How messages can be sent to them as far as they agree to it, the way they like best first. */
  reachedBy: z.array(z.enum(sendingChannels)),
  /** Raised by each save; a save names the version it was made from, so that nobody's change is overwritten. */
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Patient = z.infer<typeof Patient>

export const PatientRow = Patient.pick({
  id: true,
  title: true,
  firstName: true,
  lastName: true,
  preferredName: true,
  dateOfBirth: true,
  email: true,
  phone: true,
  nhsNumber: true,
  language: true,
  accessNeeds: true,
  preferredChannel: true,
  reachedBy: true,
  status: true,
})
export type PatientRow = z.infer<typeof PatientRow>

/** Notes are never changed: a correction is a note of its own that names the one it corrects. */
const Note = z.object({
  id,
  text: z.string(),
  at: instant,
  by: z.string(),
  corrects: id.nullable(),
})

export const duplicateReasons = ['name-and-birth-date', 'phone-and-birth-date', 'phone-and-name'] as const

/** Why two records stay merged: it is too late, one of them is merged again, or something was added since. */
export const unmergeObstacles = ['undone', 'too-late', 'changed-since'] as const

const Merge = z.object({
  id,
  /** The record that was put away, and the name it bore. */
  mergedId: id,
  mergedName: z.string(),
  at: instant,
  by: z.string(),
  undoUntil: instant,
  obstacle: z.enum(unmergeObstacles).nullable(),
})
export type Merge = z.infer<typeof Merge>

const example = {
  firstName: 'Eleanor',
  lastName: 'Whitcombe',
  dateOfBirth: '1961-03-14',
  email: 'eleanor@example.org',
}
const editPermissions = { anyOf: ['createConsents', 'canEditPatients'] } as const
const changedMeanwhile = aborted('Someone else changed this patient. Reload to see their changes.')
const duplicateNhsNumber = aborted('Another patient of this practice has this NHS number.')
const wasMerged = aborted('This record was merged into another one. Open that one instead.')

const savePatientRefusals = {
  'name-missing': invalidArgument('Enter a name: the last name, or the only one.'),
  'duplicate-nhs-number': duplicateNhsNumber,
  'channel-not-agreed': invalidArgument('The preferred contact method is not one the patient has agreed to.'),
}

/** Why a patient gets no message; whatever sends to patients declares these. */
export const contactRefusals = {
  'patient-left': aborted('This patient has left the practice, so no messages are sent to them.'),
  'patient-deceased': aborted('This patient has died, so no messages are sent to them.'),
  'patient-merged': wasMerged,
  'contact-declined': aborted(
    'This patient has not agreed to be contacted in this way. Show a link instead.',
  ),
}
export type ContactRefusal = keyof typeof contactRefusals

const patientParams = z.object({ patientId: id })
const patientExample = { patientId: ':patientId' }
const statusChangeRefusals = {
  method: 'POST',
  access: 'clinic',
  needs: editPermissions,
  output: Patient,
  refusals: { 'not-found': notFound('Patient'), 'patient-merged': wasMerged },
} as const

export const patients = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/patients',
    summary:
      'Patients by last name unless sorted otherwise; a search finds each word at the beginning of a name, birth dates in figures or words, any four digits of a phone, NHS numbers',
    access: 'clinic',
    audit: null,
    statementsMax: 2,
    readsOnce: true,
    input: z.object({
      ...paging,
      search: searchText(120),
      status: z.enum(listedStatuses).default('active'),
      sort: z.enum(patientSorts).default('name'),
    }),
    /** Counting ends at a limit: where `isCapped`, there are more than `total`. */
    output: paginated(PatientRow).extend({ isCapped: z.boolean() }),
    example: { search: 'whit' },
  }),
  recent: operation({
    method: 'GET',
    path: '/api/clinic/recent-patients',
    summary:
      'The patients with these ids, commas between them, in that order; those that are not there are left out',
    access: 'clinic',
    readsOnce: true,
    audit: null,
    input: z.object({
      ids: z
        .string()
        .transform((ids) => ids.split(',').filter(Boolean))
        .pipe(z.array(id).max(recent_patients_max)),
    }),
    output: z.array(PatientRow),
    example: { ids: '' },
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}',
    summary: 'One patient',
    access: 'clinic',
    readsOnce: true,
    audit: null,
    input: patientParams,
    output: Patient,
    refusals: { 'not-found': notFound('Patient') },
    example: patientExample,
  }),
  create: operation({
    method: 'POST',
    path: '/api/clinic/patients',
    summary: 'Add a patient',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient.created' },
    idempotent: true,
    input: PatientDetails,
    /** Patients who may be the same person: nearly of this name, and born on this day. */
    output: Patient.extend({ mayBeSame: z.array(id) }),
    refusals: savePatientRefusals,
    example,
  }),
  similar: operation({
    method: 'POST',
    path: '/api/clinic/similar-patients',
    summary:
      'Patients who may be somebody before they are added: nearly of this name, and born on this day; ten at most',
    access: 'clinic',
    audit: null,
    input: PatientFields.pick({ firstName: true, lastName: true, dateOfBirth: true, nhsNumber: true }),
    output: z.array(PatientRow),
    example: { firstName: 'Eleanor', lastName: 'Whitcombe', dateOfBirth: '1961-03-14' },
  }),
  update: operation({
    method: 'PUT',
    path: '/api/clinic/patients/{patientId}',
    summary: 'Change a patient',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient.updated' },
    validatesOnlyChanges: true,
    input: PatientFields.extend({ patientId: id, version: z.int() }).check(normalizePhones),
    output: Patient,
    refusals: {
      'not-found': notFound('Patient'),
      'patient-merged': wasMerged,
      'changed-meanwhile': changedMeanwhile,
      ...savePatientRefusals,
    },
    example: { ...example, patientId: ':patientId', version: 1 },
  }),
  archive: operation({
    ...statusChangeRefusals,
    path: '/api/clinic/patients/{patientId}/archive',
    summary: 'Put a patient away; nothing is deleted and links stay readable',
    audit: { done: 'patient.archived' },
    input: patientParams,
    example: patientExample,
  }),
  restore: operation({
    ...statusChangeRefusals,
    path: '/api/clinic/patients/{patientId}/restore',
    summary: 'Bring a patient back who was archived, had left, or was recorded as deceased by mistake',
    audit: { done: 'patient.restored' },
    input: patientParams,
    example: patientExample,
  }),
  recordLeaving: operation({
    ...statusChangeRefusals,
    path: '/api/clinic/patients/{patientId}/leaving',
    summary: 'Record that a patient has left the practice: no more messages are sent to them',
    audit: { done: 'patient.left' },
    input: patientParams.extend({ on: pastDate.nullable().default(null) }),
    example: { ...patientExample, on: '2026-01-31' },
  }),
  recordDeath: operation({
    ...statusChangeRefusals,
    path: '/api/clinic/patients/{patientId}/death',
    summary: 'Record that a patient has died: no more messages are sent to them or about them',
    audit: { done: 'patient.deceased' },
    input: patientParams.extend({ on: pastDate.nullable().default(null) }),
    example: { ...patientExample, on: '2026-01-31' },
  }),
  confirmNeeds: operation({
    ...statusChangeRefusals,
    path: '/api/clinic/patients/{patientId}/needs-asked',
    summary: 'Record that the patient was asked today what they need, and that it is as recorded',
    audit: { done: 'patient.needs_asked' },
    input: patientParams,
    example: patientExample,
  }),
  notes: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/notes',
    summary: 'The notes about a patient, newest first',
    access: 'clinic',
    audit: null,
    input: patientParams,
    output: z.array(Note),
    refusals: { 'not-found': notFound('Patient') },
    example: patientExample,
  }),
  addNote: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/notes',
    summary: 'Add a note about a patient; it is never changed, only corrected by another',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient.note_added' },
    idempotent: true,
    input: patientParams.extend({
      text: text(patient_note_length_max),
      corrects: id.nullable().default(null),
    }),
    output: Note,
    refusals: {
      'not-found': notFound('Patient'),
      'patient-merged': wasMerged,
      'note-not-found': notFound('The note to correct'),
    },
    example: { ...patientExample, text: 'Prefers mornings.' },
  }),
  duplicates: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/duplicates',
    summary: 'Records that may be of the same person: a similar name, the same birth date, the same phone',
    access: 'clinic',
    audit: null,
    input: patientParams,
    output: z.array(PatientRow.extend({ reason: z.enum(duplicateReasons) })),
    refusals: { 'not-found': notFound('Patient') },
    example: patientExample,
  }),
  merge: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/merges',
    summary:
      'Merge a duplicate into a patient, with the details that shall stand; what belongs to the duplicate moves over',
    access: 'clinic',
    /** Whoever is on the staff may edit patients; merging two of them asks for more. */
    needs: 'overrideConsents',
    audit: { done: 'patient.merged' },
    idempotent: true,
    validatesOnlyChanges: true,
    input: PatientDetails.extend({
      patientId: id,
      version: z.int(),
      duplicateId: id,
      duplicateVersion: z.int(),
    }),
    output: z.object({ mergeId: id, patient: Patient }),
    refusals: {
      'not-found': notFound('Patient'),
      'duplicate-not-found': notFound('The duplicate'),
      'same-patient': invalidArgument('Choose a different record to merge.'),
      'patient-merged': wasMerged,
      'changed-meanwhile': changedMeanwhile,
      ...savePatientRefusals,
    },
    example: {
      ...example,
      patientId: ':patientId',
      version: 1,
      duplicateId: ':duplicateId',
      duplicateVersion: 1,
    },
  }),
  merges: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/merges',
    summary:
      'The records that were merged into a patient, newest first, and whether each can be taken apart again',
    access: 'clinic',
    audit: null,
    input: patientParams,
    output: z.array(Merge),
    refusals: { 'not-found': notFound('Patient') },
    example: patientExample,
  }),
  undoMerge: operation({
    method: 'POST',
    path: '/api/clinic/patient-merges/{mergeId}/undo',
    summary: 'Take two merged records apart again, as they were, where nothing was added since',
    access: 'clinic',
    needs: 'overrideConsents',
    audit: { done: 'patient.merge_undone' },
    idempotent: true,
    input: z.object({ mergeId: id }),
    output: Patient,
    refusals: {
      'not-found': notFound('Merge'),
      undone: aborted('This merge has already been undone.'),
      'too-late': aborted('A merge can be undone for 30 days.'),
      'changed-since': aborted(
        'The record has changed since the merge. Undoing the merge would lose those changes.',
      ),
      'duplicate-nhs-number': duplicateNhsNumber,
    },
    example: { mergeId: ':mergeId' },
  }),
}
