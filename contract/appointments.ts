import { z } from 'zod'
import { unlikelyDateMessage } from './calendar-day.ts'
import { ConsentItem } from './consent-plan.ts'
import { Addendum, OtherName } from './consents.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  optionalLine,
  text,
} from './kit.ts'
import {
  appointment_minutes_max,
  appointment_treatments_max,
  override_reason_length_min,
  start_undo_seconds,
} from './limits.ts'
import { readinessConditions, conditionStates, missingCodes, readinessLevels } from './readiness.ts'
import { consentStatuses } from './consent-states.ts'

export const appointmentStatuses = [
  'booked',
  'arrived',
  'started',
  'done',
  'cancelled',
  'not-attended',
] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:30')

/** A treatment that is planned for the appointment: what the consent has to be about. */
export const PlannedTreatment = ConsentItem.pick({
  templateId: true,
  teeth: true,
  area: true,
  pricePence: true,
})
export type PlannedTreatment = z.infer<typeof PlannedTreatment>

/** Somebody was asked whether a day more than two years ago or three years ahead is right, and said yes. */
const unlikelyDateConfirmed = z.boolean().default(false)

const AppointmentDetails = z.object({
  patientId: id,
  clinicianId: id,
  /** Day and time as the clock on the clinic's wall shows them. */
  day: isoDate,
  time,
  minutes: z.int().min(5, 'Enter at least 5 minutes').max(appointment_minutes_max).default(30),
  room: optionalLine(60),
  reason: optionalLine(200),
  /** An examination or a review asks for no consent to a treatment. */
  needsConsent: z.boolean().default(true),
  treatments: z.array(PlannedTreatment).max(appointment_treatments_max).default([]),
  /** Consents that were chosen for it; null where they are found: those that fit, where it is clear which. */
  consentIds: z.array(id).max(appointment_treatments_max).nullable().default(null),
  farDayConfirmed: unlikelyDateConfirmed,
})
export type AppointmentDetails = z.infer<typeof AppointmentDetails>

const Condition = z.object({
  name: z.enum(readinessConditions),
  state: z.enum(conditionStates),
  words: z.string(),
  /** Of one that is missing: what exactly, and of which consent; null where none is there to mend. */
  missing: z.object({ code: z.enum(missingCodes), consentId: id.nullable() }).optional(),
})

export const Appointment = z.object({
  id,
  /** Counts its changes: who changes it says which state they saw. */
  version: z.int(),
  status: z.enum(appointmentStatuses),
  patient: z.object({ id, name: z.string(), dateOfBirth: z.string() }),
  clinician: z.object({ id, name: z.string() }),
  day: isoDate,
  time,
  startsAt: instant,
  minutes: z.int(),
  room: z.string(),
  reason: z.string(),
  needsConsent: z.boolean(),
  treatments: z.array(PlannedTreatment.extend({ title: z.string() })),
  consents: z.array(
    z.object({
      ...{ id, status: z.enum(consentStatuses), treatment: z.string(), teeth: z.array(z.string()) },
      /** Under which name it was signed, where that is not the record's; null where it is, or nobody signed. */
      otherName: OtherName.nullable(),
    }),
  ),
  /** How the plan was changed while treatment ran, oldest first. */
  addenda: z.array(Addendum),
  /** Whether somebody chose them, rather than that they were found. */
  consentsChosen: z.boolean(),
  siteCheck: z.object({ by: z.string(), at: instant }).nullable(),
  startedAt: instant.nullable(),
  /** Until when its start can be undone; null where it is not under way, or that time is over. */
  startUndoableUntil: instant.nullable(),
  overrideReason: z.string().nullable(),
  readiness: z.object({ light: z.enum(readinessLevels), conditions: z.array(Condition) }),
  /** The patient has said no to what is planned, or taken it back: no reason starts it. */
  isRefused: z.boolean(),
})
export type Appointment = z.infer<typeof Appointment>

const appointmentId = z.object({ appointmentId: id })
const missing = { 'not-found': notFound('Appointment') }
const wrongState = {
  'wrong-state': aborted('This appointment has changed. Reload to see its current status.'),
}
const staleVersionRefusal = {
  'stale-version': aborted('Someone else changed this appointment. Reload to see it.'),
}
const detailRefusals = {
  'patient-not-found': notFound('Patient'),
  'clinician-not-found': notFound('Clinician'),
  'template-not-found': { code: 'not-found', message: 'Template not found' },
  'consent-not-found': notFound('Consent'),
  'no-such-time': invalidArgument(
    'The clocks go forward then, so there is no such time on this day. Enter another.',
  ),
  'far-day': invalidArgument(`${unlikelyDateMessage} Check it, then send it again with farDayConfirmed.`),
  'patient-archived': aborted('This patient is archived. Restore the patient first.'),
} as const
const treatPermissions = { anyOf: ['createConsents', 'finaliseConsents'] } as const

const example = {
  ...{ patientId: ':patientId', clinicianId: ':staffId', day: '2026-01-05', time: '09:30' },
  farDayConfirmed: true,
}

/** Reception books and receives; whoever treats checks and starts. */
export const appointments = {
  day: operation({
    method: 'GET',
    path: '/api/clinic/appointments',
    summary: 'The appointments of a day by time, each with what is missing before treatment may begin',
    access: 'clinic',
    audit: null,
    statementsMax: 2,
    readsOnce: true,
    input: z.object({
      /** Today in the clinic's zone where it is left out. */
      day: isoDate.optional(),
      /** `mine`: of the signed-in person; left out, clinicians are shown their own and others all. */
      clinician: z.union([z.enum(['mine', 'all']), id]).optional(),
    }),
    output: z.object({
      day: isoDate,
      today: isoDate,
      /** Whose are shown. */
      clinician: z.union([z.enum(['mine', 'all']), id]),
      /** The signed-in person, and whether they may have appointments of their own. */
      ownId: id,
      isClinician: z.boolean(),
      appointments: z.array(Appointment),
      /** How many the day has for all clinicians. */
      total: z.int(),
    }),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/appointments/{appointmentId}',
    summary: 'One appointment',
    access: 'clinic',
    audit: null,
    input: appointmentId,
    output: Appointment,
    refusals: missing,
    example: { appointmentId: ':appointmentId' },
  }),
  create: operation({
    method: 'POST',
    path: '/api/clinic/appointments',
    summary: 'Book an appointment',
    access: 'clinic',
    audit: { done: 'appointment.booked' },
    idempotent: true,
    input: AppointmentDetails,
    output: Appointment,
    refusals: detailRefusals,
    example,
  }),
  update: operation({
    method: 'PUT',
    path: '/api/clinic/appointments/{appointmentId}',
    summary: 'Change an appointment that has not begun',
    access: 'clinic',
    audit: { done: 'appointment.changed' },
    validatesOnlyChanges: true,
    input: AppointmentDetails.extend({ appointmentId: id, version: z.int() }),
    output: Appointment,
    refusals: { ...missing, ...wrongState, ...staleVersionRefusal, ...detailRefusals },
    example: { ...example, appointmentId: ':appointmentId', version: 1 },
  }),
  copy: operation({
    method: 'POST',
    path: '/api/clinic/appointments/{appointmentId}/copies',
    summary: 'Book the same for another day',
    access: 'clinic',
    audit: { done: 'appointment.booked' },
    idempotent: true,
    input: appointmentId.extend({ day: isoDate, time, farDayConfirmed: unlikelyDateConfirmed }),
    output: Appointment,
    refusals: { ...missing, ...detailRefusals },
    example: { appointmentId: ':appointmentId', day: '2026-01-12', time: '09:30', farDayConfirmed: true },
  }),
  arrive: operation({
    method: 'POST',
    path: '/api/clinic/appointments/{appointmentId}/arrival',
    summary: 'Say that the patient is here',
    access: 'clinic',
    audit: { done: 'appointment.arrived' },
    input: appointmentId,
    output: Appointment,
    refusals: { ...missing, ...wrongState },
    example: { appointmentId: ':appointmentId' },
  }),
  cancel: operation({
    method: 'POST',
    path: '/api/clinic/appointments/{appointmentId}/cancellation',
    summary: 'Cancel an appointment, or say that the patient did not come',
    access: 'clinic',
    audit: { done: 'appointment.cancelled' },
    input: appointmentId.extend({ notAttended: z.boolean().default(false) }),
    output: Appointment,
    refusals: { ...missing, ...wrongState },
    example: { appointmentId: ':appointmentId' },
  }),
  restore: operation({
    method: 'POST',
    path: '/api/clinic/appointments/{appointmentId}/restoration',
    summary: 'Take back that an appointment was cancelled, missed, or that the patient has come',
    access: 'clinic',
    audit: { done: 'appointment.restored' },
    input: appointmentId,
    output: Appointment,
    refusals: { ...missing, ...wrongState },
    example: { appointmentId: ':appointmentId' },
  }),
  checkSite: operation({
    method: 'POST',
    path: '/api/clinic/appointments/{appointmentId}/site-check',
    summary: 'Record that a second person has checked the tooth and the side before it is taken out',
    access: 'clinic',
    needs: treatPermissions,
    audit: { done: 'appointment.site_checked' },
    input: appointmentId.extend({
      /** The teeth that were looked at, as the appointment shows them. */
      teeth: z.array(z.string()).min(1).max(52),
    }),
    output: Appointment,
    refusals: {
      ...missing,
      ...wrongState,
      'own-check': aborted('Someone other than the treating clinician must make the second check.'),
      'other-teeth': aborted('The planned teeth have changed. Reload to see them.'),
    },
    example: { appointmentId: ':extractionId', teeth: ['46'] },
  }),
  start: operation({
    method: 'POST',
    path: '/api/clinic/appointments/{appointmentId}/start',
    summary:
      'Start the treatment; with a note where advice alone is open, with a reason where something must be there',
    access: 'clinic',
    needs: treatPermissions,
    audit: { done: 'appointment.started', refused: 'appointment.start_refused' },
    input: appointmentId.extend({
      /** What whoever starts says of what is open, where all of it is advice. */
      note: text(500).optional(),
      override: z
        .object({
          reason: text(500).min(override_reason_length_min, 'Give the reason in at least 10 characters'),
        })
        .optional(),
    }),
    output: Appointment,
    refusals: {
      ...missing,
      ...wrongState,
      'not-ready': aborted('Something is missing before treatment can start.'),
      'note-required': aborted('Something is still open. Resolve it, or start with a note.'),
      'override-not-allowed': {
        code: 'permission-denied',
        message: 'Only staff who can override consents can start while something is missing.',
      },
      'patient-refused': aborted(
        'The patient has withdrawn or declined. Treatment cannot start, and this cannot be overridden.',
      ),
    },
    example: { appointmentId: ':appointmentId' },
  }),
  undoStart: operation({
    method: 'POST',
    path: '/api/clinic/appointments/{appointmentId}/start-reversal',
    summary: 'Take back within a minute that treatment was started; both stay in the record of its consents',
    access: 'clinic',
    needs: treatPermissions,
    audit: { done: 'appointment.start_undone', refused: 'appointment.undo_start_refused' },
    input: appointmentId,
    output: Appointment,
    refusals: {
      ...missing,
      ...wrongState,
      'undo-expired': aborted(
        `Starting can be undone for ${start_undo_seconds} seconds. Treatment is in progress; end it with Done.`,
      ),
      'plan-changed': aborted(
        'The plan has changed since treatment started, so the start can no longer be undone.',
      ),
    },
    example: { appointmentId: ':startedId' },
  }),
  finish: operation({
    method: 'POST',
    path: '/api/clinic/appointments/{appointmentId}/completion',
    summary: 'Say that the treatment of today is done',
    access: 'clinic',
    needs: treatPermissions,
    audit: { done: 'appointment.done' },
    input: appointmentId,
    output: Appointment,
    refusals: { ...missing, ...wrongState },
    example: { appointmentId: ':startedId' },
  }),
}
