import { z } from 'zod'
import { subscriptionStatuses } from './billing-states.ts'
import { planPaidByCard, planPaidByGroup } from './billing.ts'
import { clinicStatuses, directorySortOrders, trialStates } from './clinic-states.ts'
import { emailAddress, optionalEmailAddress, phoneNumber } from './contact-fields.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  isoDate,
  nameText,
  notFound,
  operation,
  optionalText,
  paginated,
  paging,
  personName,
  searchText,
  text,
} from './kit.ts'
import { planNames } from './plans.ts'
import { nations } from './retention-rules.ts'
import { consentStatuses } from './consent-states.ts'

const status = z.enum(clinicStatuses)
const plan = z.enum(planNames)
/** Raised by each save of a clinic's settings; a save names the one it was made from (lost updates). */
const version = z.int()

/** What is said of a practice on the page about it, and changed there. */
const clinicFields = {
  name: nameText(120),
  address: optionalText(400),
  phone: phoneNumber,
  email: optionalEmailAddress,
  nation: z.enum(nations),
  timeZone: z.enum(Intl.supportedValuesOf('timeZone') as [string, ...string[]], 'Choose a time zone'),
}
/** Why something was done; it stays on record. */
const reason = text(500)
/** The last day of a trial, by the clock of the practice; null for a plan that is paid or agreed. */
const trialUntil = isoDate.nullable()

const DirectoryRow = z.object({
  id,
  name: z.string(),
  address: z.string(),
  email: z.string(),
  status,
  plan,
  trial: z.enum(trialStates),
  /** The last day of the trial, by the clock of the practice; null for a plan without one. */
  trialUntil,
  /** Who is active. */
  staff: z.int(),
  /** Sent since the month began, by the clock of the practice. */
  consentsThisMonth: z.int(),
  /** When somebody signed in last, or something moved on a consent; null where neither ever happened. */
  lastActivityAt: instant.nullable(),
  createdAt: instant,
})
export type DirectoryRow = z.infer<typeof DirectoryRow>

const DirectoryPerson = z.object({
  id,
  clinicId: id,
  /** Their account; null until they have registered. */
  userId: id.nullable(),
  name: z.string(),
  email: z.string(),
  jobTitle: z.string(),
  role: z.enum(['clinic_admin', 'clinic_staff']),
  permissionLevel: z.int(),
  isActive: z.boolean(),
  isOwner: z.boolean(),
  registered: z.boolean(),
  /** When they were invited last, where they have not registered yet. */
  invitedAt: instant.nullable(),
  lastLoginAt: instant.nullable(),
  hasSecondFactor: z.boolean(),
})
export type DirectoryPerson = z.infer<typeof DirectoryPerson>

/** What was done to a practice's account: by whom, when and why. */
const DirectoryChange = z.object({
  at: instant,
  by: z.string(),
  what: z.enum(['founded', 'created', 'facts', 'plan', 'status', 'owner', 'administrator', 'closed']),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  reason: z.string().nullable(),
})
export type DirectoryChange = z.infer<typeof DirectoryChange>

const byStatus = z.record(z.enum(consentStatuses), z.int())

export const DirectoryEntry = DirectoryRow.omit({ staff: true }).extend({
  phone: z.string(),
  website: z.string(),
  nation: z.enum(nations),
  timeZone: z.string(),
  version,
  /** The practice closed its account itself. */
  closedAt: instant.nullable(),
  branding: z.object({ colour: z.string().nullable(), logo: z.string().nullable() }),
  usage: z.object({
    consentsThisMonth: z.int(),
    videoBytes: z.int(),
    apiKeys: z.int(),
    webhooks: z.int(),
  }),
  /** What is paid by card, and which plan holds meanwhile: of a grace or a trial a larger one, of what is unpaid soon less. */
  payment: z.object({
    /** Null where this practice never paid by card. */
    status: z.enum(subscriptionStatuses).nullable(),
    endsAt: instant.nullable(),
    unpaidSince: instant.nullable(),
    /** When what is unpaid holds no longer. */
    unpaidUntil: instant.nullable(),
    heldPlan: z.enum(planNames),
    graces: z.array(z.object({ plan: z.enum(planNames), until: instant })),
  }),
  requiresSecondFactor: z.boolean(),
  /** The day from which it is asked for, where that is still ahead or was set when the practice was added. */
  secondFactorFrom: instant.nullable(),
  /** It wrote down why it does without one. */
  isSecondFactorDeclined: z.boolean(),
  people: z.array(DirectoryPerson),
  consents: byStatus,
  /** The newest first. */
  history: z.array(DirectoryChange),
})
export type DirectoryEntry = z.infer<typeof DirectoryEntry>

const missing = { 'clinic-not-found': notFound('Practice') }
const missingPerson = { 'staff-not-found': notFound('Staff member') }
const emailTakenRefusal = {
  'email-already-in-use': aborted('This e-mail address already has an account. Use another address.'),
  'email-on-staff': aborted(
    'This e-mail address is already used by a practice’s staff. Use another address.',
  ),
}
const changedMeanwhile = aborted('This practice has been changed by another user. Reload to see the changes.')
const nothingChangedRefusal = aborted('Nothing to change.')
const trialOver = invalidArgument('Choose a last day of the trial in the future.')

const administrator = {
  firstName: personName(80),
  lastName: personName(80),
  email: emailAddress,
}

/** The Practice Directory: the practices of the platform, for those who run it. Nothing in it is clinical. */
export const directory = {
  list: operation({
    method: 'GET',
    path: '/api/admin/directory',
    summary: 'Practices with plan, staff, consents of this month and last activity',
    access: 'admin',
    reads: 'replica',
    audit: null,
    input: z.object({
      ...paging,
      /** Each word in name, e-mail or address. */
      search: searchText(120),
      status: status.optional(),
      plan: plan.optional(),
      trial: z.enum(trialStates).optional(),
      order: z.enum(directorySortOrders).default('name'),
    }),
    output: paginated(DirectoryRow),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: '/api/admin/clinics/{clinicId}',
    summary: 'One practice: its account, plan, use, people and what was done to it',
    access: 'admin',
    audit: null,
    input: z.object({ clinicId: id }),
    output: DirectoryEntry,
    refusals: missing,
    example: { clinicId: ':clinicId' },
  }),
  create: operation({
    method: 'POST',
    path: '/api/admin/clinics',
    summary: 'Add a practice and invite its first administrator, who owns it',
    access: 'admin',
    stepUp: true,
    idempotent: true,
    audit: { done: 'clinic.created', refused: 'clinic.create_refused' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({ ...clinicFields, plan, trialUntil, administrator: z.object(administrator) }),
    output: z.object({ id }),
    refusals: { ...emailTakenRefusal, 'trial-over': trialOver },
    example: {
      name: 'Bay View Dental',
      address: '14 Harbour Street\nWhitby',
      phone: '01632 960417',
      email: 'desk@bayview.example.org',
      nation: 'england',
      timeZone: 'Europe/London',
      plan: 'starter',
      trialUntil: null,
      administrator: { firstName: 'Lena', lastName: 'Sommer', email: 'lena@bayview.example.org' },
    },
  }),
  changeFacts: operation({
    method: 'PUT',
    path: '/api/admin/clinics/{clinicId}',
    summary: 'Change what is said of a practice; consents sent before keep what they said',
    access: 'admin',
    audit: { done: 'clinic.facts_changed' },
    validatesOnlyChanges: true,
    input: z.object({ clinicId: id, ...clinicFields, version }),
    output: z.object({ version }),
    refusals: { ...missing, 'changed-meanwhile': changedMeanwhile },
    example: {
      clinicId: ':clinicId',
      name: 'Harbour Street',
      address: '14 Harbour Street\nWhitby',
      phone: '01632 960417',
      email: 'desk@example.org',
      nation: 'england',
      timeZone: 'Europe/London',
      version: 1,
    },
  }),
  changePlan: operation({
    method: 'PUT',
    path: '/api/admin/clinics/{clinicId}/plan',
    summary: 'Put a practice on a plan by hand, with a reason; nothing it has is taken away',
    access: 'admin',
    stepUp: true,
    audit: { done: 'clinic.plan_changed' },
    input: z.object({ clinicId: id, plan, trialUntil, reason }),
    output: z.object({ plan }),
    refusals: {
      ...missing,
      unchanged: nothingChangedRefusal,
      'trial-over': trialOver,
      'paid-by-card': planPaidByCard,
      'paid-by-group': planPaidByGroup,
    },
    example: { clinicId: ':clinicId', plan: 'growth', trialUntil: null, reason: 'Agreed by phone' },
  }),
  changeStatus: operation({
    method: 'PUT',
    path: '/api/admin/clinics/{clinicId}/status',
    summary:
      'Make a practice active, inactive or suspended, with a reason: in any but active its staff are out at once; patients read and sign all the same',
    access: 'admin',
    stepUp: true,
    audit: { done: 'clinic.status_changed', refused: 'clinic.status_refused' },
    input: z.object({ clinicId: id, status, reason }),
    output: z.object({ status }),
    refusals: { ...missing, unchanged: nothingChangedRefusal },
    example: { clinicId: ':clinicId', status: 'active', reason: 'The invoice was paid' },
  }),
  transferOwner: operation({
    method: 'PUT',
    path: '/api/admin/clinics/{clinicId}/owner',
    summary: 'Make another administrator of a practice its owner, with a reason; both are told',
    access: 'admin',
    stepUp: true,
    audit: { done: 'clinic.owner_changed', refused: 'clinic.owner_refused' },
    input: z.object({ clinicId: id, staffId: id, reason }),
    output: z.object({ ownerId: id }),
    refusals: {
      ...missing,
      ...missingPerson,
      unchanged: nothingChangedRefusal,
      'not-administrator': aborted('The owner must be an active, registered administrator.'),
    },
    example: { clinicId: ':clinicId', staffId: ':staffId', reason: 'The practice was sold' },
  }),
  inviteAdministrator: operation({
    method: 'POST',
    path: '/api/admin/clinics/{clinicId}/administrators',
    summary: 'Invite one more administrator of a practice, where nobody in it can',
    access: 'admin',
    stepUp: true,
    idempotent: true,
    audit: { done: 'clinic.administrator_invited', refused: 'clinic.invite_refused' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({ clinicId: id, ...administrator, reason }),
    output: z.object({ staffId: id }),
    refusals: { ...missing, ...emailTakenRefusal },
    example: {
      clinicId: ':clinicId',
      firstName: 'Noor',
      lastName: 'Haddad',
      email: 'noor@bayview.example.org',
      reason: 'The first address was misspelt',
    },
  }),
  resendInvitation: operation({
    method: 'POST',
    path: '/api/admin/clinics/{clinicId}/administrators/{staffId}/invitations',
    summary: 'Send the invitation of an administrator again; the old link no longer works',
    access: 'admin',
    audit: { done: 'clinic.administrator_invited', refused: 'clinic.invite_refused' },
    input: z.object({ clinicId: id, staffId: id }),
    output: z.object({ staffId: id }),
    refusals: {
      ...missing,
      ...missingPerson,
      'not-invited': aborted('Only administrators who have not registered can be invited again here.'),
      'sent-just-now': aborted('An invitation was sent just now. Wait a few minutes before sending another.'),
    },
    example: { clinicId: ':clinicId', staffId: ':staffId' },
  }),
  consents: operation({
    method: 'GET',
    path: '/api/admin/clinics/{clinicId}/consents',
    summary: 'How many consents a practice has in each state, and how many it sent in each month',
    access: 'admin',
    reads: 'replica',
    audit: null,
    input: z.object({ clinicId: id }),
    output: z.object({
      clinicName: z.string(),
      byStatus,
      /** The last twelve, the newest first, by the clock of the practice. */
      months: z.array(
        z.object({
          /** '2026-11' */
          month: z.string(),
          created: z.int(),
          sent: z.int(),
          signed: z.int(),
        }),
      ),
    }),
    refusals: missing,
    example: { clinicId: ':clinicId' },
  }),
}
