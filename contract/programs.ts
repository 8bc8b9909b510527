import { z } from 'zod'
import { appointments, appointmentStatuses } from './appointments.ts'
import { consents, ConsentDocument } from './consents.ts'
import { emailAddress } from './contact-fields.ts'
import { ConsentItem } from './consent-plan.ts'
import { consentStatuses } from './consent-states.ts'
import { sendingChannels } from './delivery-states.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  isoDate,
  lineText,
  notFound,
  operation,
  optionalLine,
  optionalText,
  paginated,
  paging,
  searchText,
  text,
  type Refusals,
} from './kit.ts'
import {
  appointment_minutes_max,
  appointment_treatments_max,
  consent_reason_length_max,
  external_identifier_length_max,
  treatment_code_length_max,
  treatments_max,
} from './limits.ts'
import { actionToken } from './identity.ts'
import { PatientDetails, patients } from './patients.ts'
import { areas } from './teeth.ts'
import { ToothCode } from './tooth-code.ts'
import { signing } from './signing.ts'

/** What other programs do for a practice (`/api/v1`): translated to the operations of its people, and decided by those. */

const access = 'program'

/**
 * How another program names a record of its own: `1042`, or with the system that gives it, `dentally|1042`. Who uses
 * several systems names them all.
 */
const ExternalIdentifier = lineText(external_identifier_length_max)

/** The code of a treatment in the practice's own system. */
const TreatmentCode = lineText(treatment_code_length_max)

const refusalsOf = (operation: { '~orpc': { meta: { refusals: Refusals } } }): Refusals =>
  operation['~orpc'].meta.refusals

/** A clinician by our id, or by the GDC number that other systems know. */
const clinician = {
  clinicianId: id.optional(),
  gdcNumber: z.string().max(20).optional(),
}
/** A patient by our id, or by the identifier that a program gave. */
const patient = {
  patientId: id.optional(),
  patientIdentifier: ExternalIdentifier.optional(),
}

/** Which treatment: a template, or what the practice maps to one. */
const treatment = {
  templateId: id.optional(),
  /** The code that the practice has mapped to a template. */
  code: TreatmentCode.optional(),
  /** What the code means in the other system: shown to whoever maps it. */
  label: optionalLine(200),
  /** The name of a template, to the letter but for case. */
  templateName: lineText(200).optional(),
}
const PlannedV1 = z.object({
  ...treatment,
  teeth: z.array(ToothCode).max(52).default([]),
  area: z.enum(areas).nullable().default(null),
  pricePence: ConsentItem.shape.pricePence,
})
const TreatmentV1 = PlannedV1.extend({
  material: optionalText(120),
  band: ConsentItem.shape.band,
  /** What the template asks for, by the names that `GET /api/v1/templates` tells. */
  fields: ConsentItem.shape.placeholders,
})

/** What another program may open Candour at. */
const launchTargets = ['patient', 'appointment', 'consent'] as const

const whoRefusals = {
  'patient-unnamed': { code: 'invalid-argument', message: 'Send patientId or patientIdentifier.' },
  'patient-not-found': notFound('Patient'),
  'patient-held': aborted(
    'Someone at the practice must decide who this patient is before anything is written for them.',
  ),
  'clinician-unnamed': { code: 'invalid-argument', message: 'Send clinicianId or gdcNumber.' },
  'clinician-not-found': notFound('Clinician'),
} as const
const treatmentRefusals = {
  'treatment-unnamed': {
    code: 'invalid-argument',
    message: 'Send templateId, templateName or code with each treatment.',
  },
  'template-not-found': { code: 'not-found', message: 'Template not found' },
  'template-ambiguous': {
    code: 'invalid-argument',
    message: 'More than one template has this name. Send its templateId.',
  },
  'code-unmapped': aborted(
    'The practice has not mapped the code {treatmentCode} to a template. Codes that arrive with appointments are listed for it in Settings, Connections.',
  ),
} as const

const { shape } = PatientDetails
/** What is left out stays as it is. */
const PatientFieldsV1 = z.object({
  dateOfBirth: shape.dateOfBirth,
  title: shape.title.removeDefault().optional(),
  firstName: shape.firstName.removeDefault().optional(),
  lastName: shape.lastName.removeDefault().optional(),
  preferredName: shape.preferredName.removeDefault().optional(),
  email: shape.email.removeDefault().optional(),
  phone: shape.phone.removeDefault().optional(),
  otherPhone: shape.otherPhone.removeDefault().optional(),
  address: shape.address.removeDefault().optional(),
  nhsNumber: shape.nhsNumber.removeDefault().optional(),
  language: shape.language.removeDefault().optional(),
})

/** `held`: what was sent contradicts a record, and somebody of the practice decides; nothing of it was written. */
const upsertOutcomes = ['created', 'updated', 'unchanged', 'held'] as const

const PatientResult = z.object({
  identifier: z.string(),
  outcome: z.enum(upsertOutcomes),
  /** Null while the patient is held. */
  patientId: id.nullable(),
  /** Why somebody has to decide; null where nobody has. */
  heldBecause: z.string().nullable(),
})

const AppointmentV1 = z.object({
  identifier: z.string(),
  outcome: z.enum(['created', 'updated', 'unchanged', 'cancelled']),
  appointmentId: id,
  status: z.enum(appointmentStatuses),
  patientId: id,
  clinicianId: id,
  day: isoDate,
  time: z.string(),
  minutes: z.int(),
  /** Codes of what was sent that the practice has not mapped to a template. */
  unmappedCodes: z.array(z.string()),
})

const Signed = z.object({ kind: z.string(), name: z.string(), signerRole: z.string(), at: instant })

const ConsentV1 = z.object({
  id,
  status: z.enum(consentStatuses),
  patientId: id,
  clinician: z.object({ id, name: z.string() }),
  /** The key by its name, or whoever of the practice prepared it. */
  preparedBy: z.string(),
  treatment: z.string(),
  teeth: z.array(z.string()),
  /** Fields of the text that still need a value before it can be sent. */
  missing: z.array(z.string()),
  createdAt: instant,
  sentAt: instant.nullable(),
  viewedAt: instant.nullable(),
  signedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Since when it has to be confirmed again. */
  reconfirmSince: instant.nullable(),
  /** Why it was voided, declined or withdrawn. */
  reason: z.string().nullable(),
  signature: Signed.nullable(),
  documents: z.array(
    ConsentDocument.pick({ id: true, kind: true, sha256: true, bytes: true, createdAt: true }),
  ),
})
export type ConsentV1 = z.infer<typeof ConsentV1>

const TemplateV1 = z.object({
  id,
  name: z.string(),
  treatmentType: z.string(),
  version: z.string(),
  requiresTooth: z.boolean(),
  requiresDiagnosis: z.boolean(),
  /** The fields that its text asks for. */
  fields: z.array(z.string()),
  /** Whether the practice has adopted its wording: until then a clinician sends it, and no program. */
  isAdopted: z.boolean(),
})

const consentId = z.object({ consentId: id })
const unknownConsent = { 'not-found': notFound('Consent') }
const identified = z.object({ identifier: ExternalIdentifier })

/** What asks for a clinician's judgement is not decided by a program: it is refused, and a clinician sends it. */
const clinicianDecides = {
  'wording-unconfirmed': aborted(
    'Nobody at the practice has adopted this wording. A clinician must read it and send this consent in Candour.',
  ),
  'questions-unasked': aborted(
    'Not asked yet, and the answer may stop the treatment: {questions} A clinician must ask the patient, or send this consent in Candour.',
  ),
}

const fileRefusals = {
  ...unknownConsent,
  'not-ready': aborted('The sealed record is being prepared. Try again in a minute.'),
}

const consentExample = {
  ...{ patientId: ':patientId', clinicianId: ':staffId', diagnosis: 'Infected nerve' },
  treatments: [{ templateId: ':templateId', teeth: ['46'], pricePence: 7350 }],
}

export const programs = {
  listTemplates: operation({
    method: 'GET',
    path: '/api/v1/templates',
    summary: 'The consent templates in use, with what each needs before it can be sent',
    access,
    scope: 'practice:read',
    audit: { done: 'api.templates_read' },
    input: z.object({ ...paging, search: searchText(120) }),
    output: paginated(TemplateV1),
    example: { search: 'root' },
  }),
  listClinicians: operation({
    method: 'GET',
    path: '/api/v1/clinicians',
    summary: 'The clinicians to whom consents and appointments can be given',
    access,
    scope: 'practice:read',
    audit: { done: 'api.clinicians_read' },
    input: z.object({}),
    output: z.array(
      z.object({ id, name: z.string(), jobTitle: z.string(), gdcNumber: z.string().nullable() }),
    ),
    example: {},
  }),
  savePatient: operation({
    method: 'PUT',
    path: '/api/v1/patients/{identifier}',
    summary:
      'Add or change the patient of your identifier. Fields left out stay as they are; what contradicts a record is held for the practice to decide',
    access,
    scope: 'patients:write',
    audit: { done: 'patient.saved_by_program', partly: 'patient.held' },
    input: identified.extend(PatientFieldsV1.shape),
    output: PatientResult,
    refusals: {
      ...refusalsOf(patients.create),
      ...refusalsOf(patients.update),
    },
    example: {
      ...{ identifier: 'demo|1042', firstName: 'Eleanor', lastName: 'Whitcombe' },
      ...{ dateOfBirth: '1961-03-14', email: 'eleanor@example.org' },
    },
  }),
  saveAppointment: operation({
    method: 'PUT',
    path: '/api/v1/appointments/{identifier}',
    summary: 'Book or change the appointment of your identifier',
    access,
    scope: 'appointments:write',
    audit: { done: 'appointment.saved_by_program' },
    input: identified.extend({
      ...patient,
      ...clinician,
      /** Day and time as the clock on the practice's wall shows them. */
      day: isoDate,
      time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:30'),
      /** What is left out stays as it is, and so do treatments where none are sent. */
      minutes: z.int().min(5, 'Enter at least 5 minutes').max(appointment_minutes_max).optional(),
      room: lineText(60).optional(),
      reason: lineText(200).optional(),
      needsConsent: z.boolean().optional(),
      /** A code that is not mapped to a template yet is listed for the practice, and left out here. */
      treatments: z.array(PlannedV1).max(appointment_treatments_max).default([]),
      /** That a day more than two years ago or three years ahead is right. */
      farDayConfirmed: z.boolean().default(false),
    }),
    output: AppointmentV1,
    refusals: {
      ...refusalsOf(appointments.update),
      ...whoRefusals,
      ...treatmentRefusals,
    },
    example: {
      ...{ identifier: 'demo|A77', patientId: ':patientId', clinicianId: ':staffId' },
      ...{ day: '2026-01-05', time: '09:30', farDayConfirmed: true },
    },
  }),
  cancelAppointment: operation({
    method: 'POST',
    path: '/api/v1/appointments/{identifier}/cancellation',
    summary: 'Cancel the appointment of your identifier, or say that the patient did not come',
    access,
    scope: 'appointments:write',
    audit: { done: 'appointment.cancelled' },
    input: identified.extend({ notAttended: z.boolean().default(false) }),
    output: AppointmentV1,
    refusals: refusalsOf(appointments.cancel),
    example: { identifier: ':externalAppointment' },
  }),
  createConsent: operation({
    method: 'POST',
    path: '/api/v1/consents',
    summary: 'Prepare a consent for a patient and a clinician, as a draft',
    access,
    scope: 'consents:create',
    audit: { done: 'consent.created' },
    idempotent: true,
    input: z.object({
      ...patient,
      ...clinician,
      treatments: z.array(TreatmentV1).min(1, 'Send at least one treatment').max(treatments_max),
      diagnosis: optionalText(500),
      /** The language that the patient reads in, where it is not the record's. */
      language: z.string().max(20).optional(),
    }),
    output: ConsentV1,
    refusals: { ...refusalsOf(consents.create), ...whoRefusals, ...treatmentRefusals },
    example: consentExample,
  }),
  getConsent: operation({
    method: 'GET',
    path: '/api/v1/consents/{consentId}',
    summary: 'How a consent stands',
    access,
    scope: 'consents:read',
    audit: { done: 'consent.opened' },
    input: consentId,
    output: ConsentV1,
    refusals: unknownConsent,
    example: { consentId: ':consentId' },
  }),
  sendConsent: operation({
    method: 'POST',
    path: '/api/v1/consents/{consentId}/send',
    summary:
      'Fix the text and send it by e-mail or as a text message, or make it ready for a link or QR code',
    access,
    scope: 'consents:send',
    audit: { done: 'consent.sent' },
    idempotent: true,
    input: consentId.extend({ by: z.enum([...sendingChannels, 'link']) }),
    output: ConsentV1,
    refusals: { ...refusalsOf(consents.send), ...clinicianDecides },
    example: { consentId: ':draftId', by: 'link' },
  }),
  /** Not idempotent: the answer is the only place where the link ever stands, and a stored answer would be a second. */
  createLink: operation({
    method: 'POST',
    path: '/api/v1/consents/{consentId}/links',
    summary:
      'A link to a consent that was sent, and the same as a QR code, shown in this answer and never again',
    access,
    scope: 'consents:send',
    audit: { done: 'link.created' },
    input: consentId,
    output: z.object({ url: z.string(), qrSvg: z.string(), expiresAt: instant }),
    refusals: refusalsOf(signing.createLink),
    example: { consentId: ':consentId' },
  }),
  voidConsent: operation({
    method: 'POST',
    path: '/api/v1/consents/{consentId}/void',
    summary: 'Void a consent that should not have been',
    access,
    scope: 'consents:void',
    audit: { done: 'consent.voided' },
    idempotent: true,
    input: consentId.extend({ reason: text(consent_reason_length_max) }),
    output: ConsentV1,
    refusals: refusalsOf(consents.void),
    example: { consentId: ':consentId', reason: 'Booked for the wrong patient' },
  }),
  /** Not idempotent, as links are not: the address stands in this answer and nowhere else. */
  createLaunch: operation({
    method: 'POST',
    path: '/api/v1/launches',
    summary:
      'An address that opens Candour at a patient, an appointment or a new consent: once, within five minutes, for one member of staff who is signed in or signs in',
    access,
    scope: 'launches:create',
    audit: { done: 'launch.created' },
    input: z.object({
      open: z.enum(launchTargets),
      ...patient,
      appointmentIdentifier: ExternalIdentifier.optional(),
      /** The treatment of a new consent, where it is known. */
      templateId: id.optional(),
      code: TreatmentCode.optional(),
      /** Who will open it. */
      staffId: id.optional(),
      staffEmail: emailAddress.optional(),
    }),
    output: z.object({ url: z.string(), expiresAt: instant }),
    refusals: {
      ...whoRefusals,
      'template-not-found': treatmentRefusals['template-not-found'],
      'code-unmapped': treatmentRefusals['code-unmapped'],
      'appointment-unnamed': { code: 'invalid-argument', message: 'Send appointmentIdentifier.' },
      'appointment-not-found': notFound('Appointment'),
      'staff-unnamed': { code: 'invalid-argument', message: 'Send staffId or staffEmail.' },
      'staff-not-found': notFound('Member of staff'),
    },
    example: { open: 'patient', patientId: ':patientId', staffId: ':staffId' },
  }),
  /** Not idempotent, as launches are not. */
  createEmbed: operation({
    method: 'POST',
    path: '/api/v1/embeds',
    summary:
      'An address for a frame of your own page that shows how a consent, or all consents of a patient, stand: opened once, within two minutes. Browsers show it only in pages of an origin that the practice has listed; whoever holds the address can open it once, and reads the patient’s name and how the consents stand',
    access,
    scope: 'embeds:create',
    audit: { done: 'embed.created' },
    input: z.object({
      /** The origin of the page that will frame it, as the practice has listed it. */
      origin: z.string().max(300),
      consentId: id.optional(),
      ...patient,
    }),
    output: z.object({ url: z.string(), expiresAt: instant }),
    refusals: {
      'patient-unnamed': {
        code: 'invalid-argument',
        message: 'Send consentId, patientId or patientIdentifier.',
      },
      'patient-not-found': whoRefusals['patient-not-found'],
      'patient-held': whoRefusals['patient-held'],
      ...unknownConsent,
      'consent-and-patient': {
        code: 'invalid-argument',
        message: 'Send consentId, or patientId or patientIdentifier, and not both.',
      },
      'origin-not-listed': {
        code: 'not-found',
        message:
          'The practice has not listed this origin. An administrator adds it in Settings, Connections, Embedding.',
      },
    },
    example: { origin: ':embedOrigin', patientId: ':patientId' },
  }),
}

/** How a member of staff opens what another program made an address for. */
export const launches = {
  open: operation({
    method: 'POST',
    path: '/api/clinic/launches',
    summary: 'Open the address that another program made for whoever is signed in: once',
    access: 'clinic',
    audit: { done: 'launch.opened', refused: 'launch.refused' },
    input: z.object({ token: actionToken }),
    output: z.object({ path: z.string() }),
    refusals: {
      'launch-over': {
        code: 'not-found',
        message:
          'This link was used already or has expired, or belongs to another practice. Open Candour from your practice system again.',
      },
      'launch-of-another': aborted(
        'This link was made for another member of staff. Sign in as that person, or open Candour from your practice system under your own name.',
      ),
    },
    example: { token: ':launchToken' },
  }),
}

const fileParams = z.object({ consentId: id })
const fileExample = { consentId: ':signedId' }

export const programFiles = {
  record: fileRoute({
    path: '/api/v1/consents/:consentId/record',
    summary: 'The newest sealed record of a consent, as PDF',
    access,
    scope: 'records:read',
    audit: { done: 'document.downloaded' },
    params: fileParams,
    refusals: fileRefusals,
    example: fileExample,
  }),
  evidence: fileRoute({
    path: '/api/v1/consents/:consentId/evidence',
    summary: 'Everything that proves a consent, with a page that checks it without us, as ZIP',
    access,
    scope: 'records:read',
    audit: { done: 'evidence.downloaded' },
    params: fileParams,
    refusals: fileRefusals,
    example: fileExample,
  }),
}

/** Whoever administers the connections decides of both, and whoever decides of patients and of templates otherwise. */
const decideNeeds = { anyOf: ['createConsents', 'canEditPatients', 'canManageBilling'] } as const
const mapNeeds = { anyOf: ['manageTemplates', 'canManageTemplates', 'canManageBilling'] } as const

const HeldPatient = z.object({
  id,
  identifier: z.string(),
  /** Which key sent it, by its name. */
  sentBy: z.string(),
  heldAt: instant,
  because: z.string(),
  sent: z.object({
    name: z.string(),
    dateOfBirth: z.string(),
    email: z.string(),
    phone: z.string(),
    nhsNumber: z.string(),
  }),
  /** Who it may be. */
  candidates: z.array(z.object({ id, name: z.string(), dateOfBirth: z.string() })),
})
export type HeldPatient = z.infer<typeof HeldPatient>

const CodeMapping = z.object({
  code: z.string(),
  label: z.string(),
  template: z.object({ id, name: z.string() }).nullable(),
  /** Templates whose names are like the label, the likest first; none once it is mapped. */
  proposals: z.array(z.object({ id, name: z.string() })),
})
export type CodeMapping = z.infer<typeof CodeMapping>

/** What people decide of what programs sent. */
export const programDecisions = {
  listHeld: operation({
    method: 'GET',
    path: '/api/clinic/held-patients',
    summary: 'Patients whom other programs sent and whose details contradict a record, oldest first',
    access: 'clinic',
    needs: decideNeeds,
    audit: null,
    input: z.object({}),
    output: z.array(HeldPatient),
    example: {},
  }),
  decideHeld: operation({
    method: 'POST',
    path: '/api/clinic/held-patients/{heldId}/decision',
    summary: 'Say who a held patient is: one of the practice’s, somebody new, or nobody to keep',
    access: 'clinic',
    needs: decideNeeds,
    audit: { done: 'patient.held_decided' },
    input: z.object({
      heldId: id,
      decision: z.enum(['same', 'new', 'dismiss']),
      /** Whose identifier it is, where it is one of the practice's. */
      patientId: id.optional(),
    }),
    output: z.object({}),
    refusals: {
      'not-found': notFound('Held patient'),
      'patient-not-found': notFound('Patient'),
      ...refusalsOf(patients.create),
    },
    example: { heldId: ':heldId', decision: 'dismiss' },
  }),
  listCodes: operation({
    method: 'GET',
    path: '/api/clinic/treatment-codes',
    summary:
      'Treatment codes of the practice system, with the template of each or proposals; unmapped ones first',
    access: 'clinic',
    needs: mapNeeds,
    audit: null,
    input: z.object({}),
    output: z.array(CodeMapping),
    example: {},
  }),
  saveCode: operation({
    method: 'PUT',
    path: '/api/clinic/treatment-codes',
    summary: 'Map a treatment code to a template, or to none',
    access: 'clinic',
    needs: mapNeeds,
    audit: { done: 'treatment_code.mapped' },
    input: z.object({ code: TreatmentCode, label: optionalLine(200), templateId: id.nullable() }),
    output: CodeMapping,
    refusals: { 'template-not-found': { code: 'not-found', message: 'Template not found' } },
    example: { code: 'RCT-M', label: 'Root canal, molar', templateId: ':templateId' },
  }),
}
