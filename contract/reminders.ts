import { z } from 'zod'
import { sendingChannels } from './delivery-states.ts'
import { aborted, id, instant, invalidArgument, notFound, operation } from './kit.ts'
import {
  reminder_days_before_max,
  reminder_days_max,
  reminder_interval_hours,
  reminders_max,
} from './limits.ts'
import { contactRefusals } from './patients.ts'

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 20:00')

/** How a practice reminds, and what it does about messages that did not arrive. */
export const ReminderPolicy = z.object({
  isOn: z.boolean(),
  /** Days after a consent was sent, at the same time of day. */
  daysAfterSending: z
    .array(
      z.int().min(1, 'Enter 1 day or more').max(reminder_days_max, `Enter at most ${reminder_days_max} days`),
    )
    .max(reminders_max, `Enter at most ${reminders_max} reminders`)
    .refine((days) => new Set(days).size === days.length, 'Enter each day once')
    .transform((days) => days.toSorted((a, b) => a - b)),
  /** Days before the appointment that a consent is about, as long as it is not answered; null for none. */
  daysBeforeAppointment: z
    .int()
    .min(1, 'Enter 1 day or more')
    .max(reminder_days_before_max, `Enter at most ${reminder_days_before_max} days`)
    .nullable()
    .default(null),
  /** Nothing is sent by itself from this time to that, by the clock of the practice; the same time twice means no quiet hours. */
  quietFrom: clockTime,
  quietUntil: clockTime,
  weekends: z.boolean(),
  /** What follows when a message did not arrive; e-mail is always tried. */
  ladder: z.object({ sms: z.boolean(), call: z.boolean(), letter: z.boolean() }),
})
export type ReminderPolicy = z.infer<typeof ReminderPolicy>

const examplePolicy = {
  isOn: true,
  daysAfterSending: [2, 5],
  daysBeforeAppointment: 2,
  quietFrom: '20:00',
  quietUntil: '08:00',
  weekends: true,
  ladder: { sms: true, call: true, letter: true },
}

export const reminders = {
  policy: operation({
    method: 'GET',
    path: '/api/clinic/reminder-policy',
    summary: 'When this practice reminds patients, and what it does about messages that did not arrive',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object({}),
    output: ReminderPolicy,
    example: {},
  }),
  changePolicy: operation({
    method: 'PUT',
    path: '/api/clinic/reminder-policy',
    summary: 'Change when this practice reminds patients; it holds for what waits already',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'reminder.policy_changed' },
    input: ReminderPolicy,
    output: ReminderPolicy,
    example: examplePolicy,
  }),
  remindNow: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/reminders',
    summary: 'Remind the patient of one consent now, as asked or by what reaches them',
    access: 'clinic',
    needs: 'sendReminders',
    audit: { done: 'reminder.sent' },
    idempotent: true,
    input: z.object({ consentId: id, by: z.enum(sendingChannels).optional() }),
    output: z.object({ by: z.enum(sendingChannels), at: instant }),
    refusals: {
      'not-found': notFound('Consent'),
      'wrong-state': aborted(
        'This consent is no longer awaiting the patient. Reload to see its current status.',
      ),
      'too-soon': aborted(
        `This patient was reminded less than ${reminder_interval_hours} hours ago. Phone them instead, or wait.`,
      ),
      'not-contactable': aborted('This patient must not be contacted. See the patient’s record.'),
      'no-email': invalidArgument('This patient has no e-mail address.'),
      'no-mobile': invalidArgument('This patient has no mobile number that takes text messages.'),
      'no-contact': invalidArgument(
        'This patient has neither an e-mail address nor a mobile number. Phone them or write.',
      ),
      ...contactRefusals,
    },
    example: { consentId: ':consentId' },
  }),
  list: operation({
    method: 'GET',
    path: '/api/clinic/reminders',
    summary: 'When patients were last reminded of these consents, and when they will be next',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'canSendForms', 'sendReminders'] },
    audit: null,
    input: z.object({
      /** Ids with commas between them, at most 100. */
      consentIds: z
        .string()
        .regex(/^[\da-f-]{36}(,[\da-f-]{36}){0,99}$/, 'Name at most 100 consents')
        .transform((list) => list.split(','))
        .pipe(z.array(id)),
    }),
    output: z.array(
      z.object({
        consentId: id,
        sent: z.int(),
        lastAt: instant.nullable(),
        /** Null where no reminder is due any more. */
        nextAt: instant.nullable(),
      }),
    ),
    example: { consentIds: '01990000-0000-7000-8000-000000000001' },
  }),
}
