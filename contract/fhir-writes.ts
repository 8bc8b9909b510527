import { z } from 'zod'
import { aborted, id, invalidArgument, isoDate, notFound, route } from './kit.ts'
import { patients } from './patients.ts'

const access = 'program'
const bodyBytesMax = 64 * 1024
/** More of a list than any practice system sends. */
const many = 20

const line = (max: number) => z.string().max(max)
const coded = z.object({ code: line(100).optional() })

/** FHIR's Identifier: which system gave it, and what it gave. */
const Identifier = z.object({ system: line(100).optional(), value: line(100) })

/** Of FHIR R4's Patient what a record here has a place for; the rest is not read. */
const FhirPatient = z.object({
  resourceType: z.literal('Patient'),
  id: id.optional(),
  meta: z.object({ versionId: line(20).optional() }).optional(),
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

const savingRefusals = {
  ...patients.create['~orpc'].meta.refusals,
  ...patients.update['~orpc'].meta.refusals,
}

const refusals = {
  ...savingRefusals,
  'identifier-unclear': invalidArgument(
    'Send exactly one identifier of your own, with its system, beside the NHS number.',
  ),
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
      'version-missing': invalidArgument(
        'Say which version you change, by If-Match or meta.versionId as you read it.',
      ),
      'stale-version': aborted('Someone else changed this patient. Read them again.'),
      'identifier-mismatch': aborted(
        'This identifier is not the patient’s. Send the patient by POST first, which finds them by name and date of birth.',
      ),
    },
    example: { id: ':patientId', body: { ...example, meta: { versionId: '1' } } },
  }),
}
