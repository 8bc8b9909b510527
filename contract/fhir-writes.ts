import { z } from 'zod'
import { versionMissing } from './fhir-version.ts'
import {
  aborted,
  id,
  invalidArgument,
  isoDate,
  isPlausibleYear,
  lineText,
  notFound,
  optionalLine,
  route,
} from './kit.ts'
import { treatment_code_length_max } from './limits.ts'
import { patients } from './patients.ts'
import { programs } from './programs.ts'

const access = 'program'
const bodyBytesMax = 64 * 1024
/** More of a list than any practice system sends. */
const many = 20

const line = (max: number) => z.string().max(max)
const coded = z.object({ code: line(100).optional() })

/** FHIR's Identifier: which system gave it, and what it gave. */
const Identifier = z.object({ system: line(100).optional(), value: line(100) })

/** A moment with its offset from UTC, as FHIR writes it. */
const fhirInstant = z.iso
  .datetime({ offset: true, abort: true })
  .refine(isPlausibleYear, 'Use a year from 1000 to 2999')

/** The versions that an update names, by either of two ways. */
const Meta = z.object({ versionId: line(20).optional() })

/** Of FHIR R4's Patient what a record here has a place for; the rest is not read. */
const FhirPatient = z.object({
  resourceType: z.literal('Patient'),
  id: id.optional(),
  meta: Meta.optional(),
  identifier: z.array(Identifier).max(many),
  active: z.boolean().optional(),
  name: z
    .array(
      z.object({
        use: line(20).optional(),
        family: line(200).optional(),
        given: z.array(line(200)).max(many).optional(),
        prefix: z.array(line(100)).max(many).optional(),
      }),
    )
    .min(1)
    .max(many),
  telecom: z
    .array(
      z.object({
        system: line(20).optional(),
        value: line(320).optional(),
        use: line(20).optional(),
        rank: z.int().min(1).optional(),
      }),
    )
    .max(many)
    .optional(),
  birthDate: isoDate,
  deceasedBoolean: z.boolean().optional(),
  deceasedDateTime: line(40).optional(),
  address: z
    .array(
      z.object({
        use: line(20).optional(),
        text: line(400).optional(),
        line: z.array(line(200)).max(many).optional(),
        city: line(200).optional(),
        district: line(200).optional(),
        postalCode: line(40).optional(),
      }),
    )
    .max(many)
    .optional(),
  communication: z
    .array(
      z.object({
        preferred: z.boolean().optional(),
        language: z.object({ coding: z.array(coded).max(many).optional() }),
      }),
    )
    .max(many)
    .optional(),
})
export type FhirPatient = z.infer<typeof FhirPatient>

/** FHIR R4's states of appointments; which of them a program may write, its handler says. */
const fhirAppointmentStatuses = [
  'proposed',
  'pending',
  'booked',
  'arrived',
  'fulfilled',
  'cancelled',
  'noshow',
  'entered-in-error',
  'checked-in',
  'waitlist',
] as const
export type FhirAppointmentStatus = (typeof fhirAppointmentStatuses)[number]

/** Of FHIR R4's Appointment what the board has a place for; the rest is not read. */
const FhirAppointment = z.object({
  resourceType: z.literal('Appointment'),
  id: id.optional(),
  meta: Meta.optional(),
  /** Of a clinician who is told by a resource within this one. */
  contained: z
    .array(
      z.object({
        resourceType: line(60),
        id: line(64).optional(),
        identifier: z.array(Identifier).max(many).optional(),
      }),
    )
    .max(many)
    .optional(),
  identifier: z.array(Identifier).max(many),
  status: z.enum(fhirAppointmentStatuses),
  serviceType: z
    .array(
      z.object({
        coding: z
          .array(z.object({ code: lineText(treatment_code_length_max), display: optionalLine(200) }))
          .max(many)
          .optional(),
        text: optionalLine(200),
      }),
    )
    .max(many)
    .optional(),
  description: line(200).optional(),
  start: fhirInstant,
  end: fhirInstant.optional(),
  minutesDuration: z.int().min(1).optional(),
  participant: z
    .array(
      z.object({
        actor: z
          .object({
            reference: line(300).optional(),
            type: line(60).optional(),
            identifier: Identifier.optional(),
            display: line(200).optional(),
          })
          .optional(),
      }),
    )
    .min(1)
    .max(many),
})
export type FhirAppointment = z.infer<typeof FhirAppointment>

const savingRefusals = {
  ...patients.create['~orpc'].meta.refusals,
  ...patients.update['~orpc'].meta.refusals,
}

const identifierUnclear = invalidArgument(
  'Send exactly one identifier of your own, with its system, beside the NHS number.',
)

const refusals = {
  ...savingRefusals,
  'identifier-unclear': identifierUnclear,
  'not-writable': aborted(
    'A program cannot archive a patient or record a death. Someone at the practice must do it in Candour.',
  ),
  'patient-held': aborted(
    'Nothing was written. {because} Someone at the practice decides in Settings, Connections.',
  ),
}

const example = {
  resourceType: 'Patient' as const,
  identifier: [{ system: 'https://example.org/patients', value: '1042' }],
  name: [{ use: 'official', family: 'Whitcombe', given: ['Eleanor'] }],
  birthDate: '1961-03-14',
}

const appointmentRefusals = {
  ...programs.saveAppointment['~orpc'].meta.refusals,
  'identifier-unclear': invalidArgument('Send exactly one identifier of your own, with its system.'),
  'patient-unnamed': invalidArgument(
    'Send the patient as a participant: Patient/{id}, or your identifier of them with its system.',
  ),
  'clinician-unnamed': invalidArgument(
    'Send the clinician as a participant: Practitioner/{id}, or their GDC number as an identifier.',
  ),
  'status-not-writable': aborted(
    'A program books, cancels, or says that the patient did not come. Everything else is recorded by people of the practice.',
  ),
  'time-unclear': invalidArgument(
    'The clocks go back then, so this time comes twice and the board cannot show which is meant. Send another.',
  ),
  'far-day': aborted(
    'This day is more than two years ago or three years ahead. Book it in Candour, or by /api/v1 with farDayConfirmed.',
  ),
}
const appointmentExample = {
  resourceType: 'Appointment' as const,
  identifier: [{ system: 'https://example.org/appointments', value: 'A77' }],
  status: 'booked' as const,
  start: '2026-12-05T09:30:00Z',
  minutesDuration: 30,
  participant: [
    { actor: { reference: 'Patient/:patientId' } },
    { actor: { reference: 'Practitioner/:staffId' } },
  ],
}

/** The same people as other programs know them. */
const namedByOthers = [
  { actor: { type: 'Patient', identifier: { system: 'https://example.org/patients', value: '1042' } } },
  {
    actor: {
      type: 'Practitioner',
      identifier: { system: 'https://fhir.hl7.org.uk/Id/gdc-number', value: '123456' },
    },
  },
]

/** FHIR R4 to write, by the rules of `/api/v1`. */
export const fhirWriteRoutes = {
  createPatient: route('fhir', {
    method: 'POST',
    path: '/api/fhir/Patient',
    summary:
      'Add a patient, or find them by your identifier or by name and date of birth (FHIR Patient). What contradicts a record is held for the practice to decide',
    access,
    scope: 'patients:write',
    audit: { done: 'patient.saved_by_program', refused: 'patient.save_refused' },
    bodyBytesMax,
    params: z.object({ body: FhirPatient }),
    refusals: {
      ...refusals,
      'bad-condition': invalidArgument(
        'If-None-Exist takes the identifier of the patient alone: identifier=system|value.',
      ),
      'patient-exists': aborted(
        'A patient with this identifier exists. Change them by PUT, or send If-None-Exist.',
      ),
    },
    example: { body: example },
  }),
  updatePatient: route('fhir', {
    method: 'PUT',
    path: '/api/fhir/Patient/:id',
    summary:
      'Change a patient who has your identifier (FHIR Patient), from the version that If-Match or meta.versionId names. Elements left out stay as they are',
    access,
    scope: 'patients:write',
    audit: { done: 'patient.saved_by_program', refused: 'patient.save_refused' },
    bodyBytesMax,
    params: z.object({ id, body: FhirPatient }),
    refusals: {
      ...refusals,
      'not-found': notFound('Patient'),
      'version-missing': versionMissing,
      'stale-version': aborted('Someone else changed this patient. Read them again.'),
      'identifier-mismatch': aborted(
        'This identifier is not the patient’s. Send the patient by POST first, which finds them by name and date of birth.',
      ),
    },
    example: { id: ':patientId', body: { ...example, meta: { versionId: '1' } } },
  }),
  createAppointment: route('fhir', {
    method: 'POST',
    path: '/api/fhir/Appointment',
    summary:
      'Book an appointment, or find it by your identifier or by patient, clinician and start (FHIR Appointment)',
    access,
    scope: 'appointments:write',
    audit: { done: 'appointment.saved_by_program' },
    bodyBytesMax,
    params: z.object({ body: FhirAppointment }),
    refusals: {
      ...appointmentRefusals,
      'bad-condition': invalidArgument(
        'If-None-Exist takes the identifier of the appointment alone: identifier=system|value.',
      ),
      'appointment-exists': aborted(
        'An appointment with this identifier exists. Change it by PUT, or send If-None-Exist.',
      ),
    },
    example: { body: appointmentExample },
  }),
  updateAppointment: route('fhir', {
    method: 'PUT',
    path: '/api/fhir/Appointment/:id',
    summary:
      'Change or cancel an appointment that has your identifier (FHIR Appointment), from the version that If-Match or meta.versionId names. Elements left out stay as they are',
    access,
    scope: 'appointments:write',
    audit: { done: 'appointment.saved_by_program', partly: 'appointment.cancelled' },
    bodyBytesMax,
    params: z.object({ id, body: FhirAppointment }),
    refusals: {
      ...appointmentRefusals,
      'version-missing': versionMissing,
      'identifier-mismatch': aborted(
        'This identifier is not the appointment’s. Send the appointment by POST first, which finds it by patient, clinician and start.',
      ),
    },
    example: {
      id: ':appointmentId',
      body: { ...appointmentExample, participant: namedByOthers, meta: { versionId: '1' } },
    },
  }),
}
