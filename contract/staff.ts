import { emailAddress } from './contact-fields.ts'
import { z } from 'zod'
import { LoginHours } from './identity.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  notFound,
  operation,
  optionalLine,
  paginated,
  paging,
  personName,
  type Refusals,
  searchText,
  text,
  typedText,
} from './kit.ts'
import { invitations_a_day_max } from './limits.ts'
import { extraFlags, permissions, type Flag } from './permissions.ts'

const Clinician = z.object({
  id,
  name: z.string(),
  role: z.string(),
  gdcNumber: z.string().nullable(),
  isMe: z.boolean(),
})

const staffRoles = ['clinic_admin', 'clinic_staff'] as const

/** Flags of section 3: each that is set grants; none denies (rulings 33). */
const flags = z.partialRecord(z.enum([...permissions, ...extraFlags]), z.boolean())

const rights = {
  role: z.enum(staffRoles),
  permissionLevel: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  permissions: flags,
  loginHoursRestricted: z.boolean(),
  loginHours: LoginHours.refine(
    (hours) => Object.values(hours).every((day) => !day?.enabled || day.start <= day.end),
    'Each day’s end must be after its start',
  ),
}
const person = {
  firstName: personName(80),
  lastName: personName(80),
  jobTitle: optionalLine(80),
  /** May be the treating clinician; countersigning needs a GDC number too (rulings 33). */
  isClinician: z.boolean(),
  gdcNumber: z
    .union([z.literal(''), typedText().regex(/^\d{5,7}$/, 'Enter the 5 to 7 digits of the GDC number')])
    .default(''),
}

/** The staff record of the specification's section 3, with where its invitation stands. */
export const StaffMember = z.object({
  id,
  clinicId: id,
  /** Their account; null until they have registered. */
  userId: id.nullable(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  jobTitle: z.string(),
  isClinician: z.boolean(),
  gdcNumber: z.string().nullable(),
  role: z.enum(staffRoles),
  permissionLevel: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  permissions: flags,
  loginHoursRestricted: z.boolean(),
  loginHours: LoginHours,
  registered: z.boolean(),
  isActive: z.boolean(),
  isMe: z.boolean(),
  /** Whose practice it is. */
  isOwner: z.boolean(),
  /** What became of the last invitation; null for people who have registered. */
  invitation: z
    .object({
      status: z.enum(['queued', 'sending', 'sent', 'failed', 'unconfirmed']),
      sentAt: instant,
      expiresAt: instant,
    })
    .nullable(),
  lastLogin: z.object({ timestamp: instant, ipAddress: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type StaffMember = z.infer<typeof StaffMember>

export const staffNeeds: { anyOf: readonly Flag[] } = { anyOf: ['manageStaff', 'canManageStaff'] }

const missing = { 'staff-not-found': notFound('Staff member') }
/** Invitations are mail to strangers in our name: few in a row, and no flood in a day. */
const invitationRefusals = {
  'too-many-invitations': {
    code: 'resource-exhausted',
    message: `The practice has sent ${invitations_a_day_max} invitations within a day. Send the next ones tomorrow.`,
  },
} satisfies Refusals
const rightsRefusals = {
  'above-own-rights': {
    code: 'permission-denied',
    message: 'You can only grant permissions you have yourself.',
  },
  'own-rights': { code: 'permission-denied', message: 'Another administrator must change your permissions.' },
  'last-administrator': aborted(
    'This is the last administrator. Make another person an administrator first.',
  ),
  'is-owner': aborted(
    'This is the owner of the practice. Make another administrator the owner first, under Settings, Sign-in and security.',
  ),
  'gdc-number-needed': invalidArgument('Enter a GDC number for a dentist who may finalise consents.'),
  'gdc-number-taken': aborted(
    'Another member of staff has this GDC number. A number belongs to one person: check it on the GDC register.',
  ),
} as const

const Ownership = z.object({
  /** Null where nobody was named yet. */
  owner: z.object({ id, name: z.string() }).nullable(),
  isMine: z.boolean(),
  /** The other administrators who have registered: any of them can be the owner. */
  heirs: z.array(z.object({ id, name: z.string() })),
})

/** What a list of staff is sorted by; a minus turns it round. Nobody's job title or login comes last. */
const staffSorts = ['name', '-name', 'job', '-job', 'role', '-role', '-login', 'login'] as const
export type StaffSort = (typeof staffSorts)[number]

export const staff = {
  ownership: operation({
    method: 'GET',
    path: '/api/clinic/owner',
    summary: 'Whose this practice is, and whose it could be',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object({}),
    output: Ownership,
    example: {},
  }),
  handOver: operation({
    method: 'PUT',
    path: '/api/clinic/owner',
    summary: 'Make another administrator the owner of this practice, as its owner; both are told',
    access: 'clinic',
    needs: 'accessSettings',
    stepUp: true,
    audit: { done: 'clinic.owner_changed', refused: 'clinic.owner_refused' },
    input: z.object({ staffId: id, reason: text(500) }),
    output: Ownership,
    refusals: {
      ...missing,
      'not-owner': aborted('Only the owner can transfer ownership.'),
      unchanged: aborted('They are already the owner.'),
      'not-administrator': aborted('The owner must be an active, registered administrator.'),
    },
    example: { staffId: ':staffId', reason: 'I retire in spring' },
  }),
  clinicians: operation({
    method: 'GET',
    path: '/api/clinic/clinicians',
    summary: 'Active staff with a clinical role, by name',
    access: 'clinic',
    readsOnce: true,
    audit: null,
    input: z.object({}),
    output: z.array(Clinician),
    example: {},
  }),
  list: operation({
    method: 'GET',
    path: '/api/clinic/staff',
    summary:
      'Staff of the clinic, by name unless sorted otherwise: rights, login hours, invitation, last login',
    access: 'clinic',
    needs: staffNeeds,
    audit: null,
    input: z.object({
      ...paging,
      search: searchText(100),
      status: z.enum(['active', 'inactive', 'invited', 'all']).default('active'),
      sort: z.enum(staffSorts).default('name'),
    }),
    output: paginated(StaffMember),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/staff/{staffId}',
    summary: 'One member of staff, and how many pending consents they would leave behind',
    access: 'clinic',
    needs: staffNeeds,
    audit: null,
    input: z.object({ staffId: id }),
    output: StaffMember.extend({ pendingConsents: z.int() }),
    refusals: missing,
    example: { staffId: ':staffId' },
  }),
  invite: operation({
    method: 'POST',
    path: '/api/clinic/staff',
    summary: 'Put somebody on the staff and send them an invitation to register',
    access: 'clinic',
    needs: staffNeeds,
    stepUp: true,
    idempotent: true,
    audit: { done: 'staff.invited', refused: 'staff.invite_refused' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({
      email: emailAddress,
      ...person,
      ...rights,
    }),
    output: StaffMember,
    refusals: {
      ...invitationRefusals,
      'email-on-staff': aborted('This e-mail address is already on the staff list.'),
      'above-own-rights': rightsRefusals['above-own-rights'],
      'gdc-number-needed': rightsRefusals['gdc-number-needed'],
      'gdc-number-taken': rightsRefusals['gdc-number-taken'],
    },
    example: {
      email: 'new.dentist@example.org',
      firstName: 'Lena',
      lastName: 'Sommer',
      isClinician: false,
      role: 'clinic_staff',
      permissionLevel: 1,
      permissions: {},
      loginHoursRestricted: false,
      loginHours: {},
    },
  }),
  update: operation({
    method: 'PATCH',
    path: '/api/clinic/staff/{staffId}',
    summary: 'Change somebody’s details, role, level, flags and login hours; they hold from the next request',
    access: 'clinic',
    needs: staffNeeds,
    stepUp: true,
    audit: { done: 'staff.updated', refused: 'staff.update_refused' },
    validatesOnlyChanges: true,
    input: z.object({ staffId: id, ...person, ...rights }),
    output: StaffMember,
    refusals: { ...missing, ...rightsRefusals },
    example: {
      staffId: ':staffId',
      firstName: 'Tom',
      lastName: 'Hughes',
      jobTitle: 'Dentist',
      isClinician: true,
      gdcNumber: '283164',
      role: 'clinic_staff',
      permissionLevel: 2,
      permissions: {},
      loginHoursRestricted: false,
      loginHours: {},
    },
  }),
  resend: operation({
    method: 'POST',
    path: '/api/clinic/staff/{staffId}/invitations',
    summary: 'Send the invitation again; the old link no longer works',
    access: 'clinic',
    needs: staffNeeds,
    audit: { done: 'staff.invitation_resent', refused: 'staff.invite_refused' },
    input: z.object({ staffId: id }),
    output: StaffMember,
    refusals: {
      ...missing,
      ...invitationRefusals,
      'sent-just-now': aborted('An invitation was sent just now. Wait a few minutes before sending another.'),
      registered: aborted('They have already registered.'),
      inactive: aborted('Activate this member of staff first.'),
    },
    example: { staffId: ':staffId' },
  }),
  deactivate: operation({
    method: 'POST',
    path: '/api/clinic/staff/{staffId}/deactivations',
    summary: 'End somebody’s access at once; their pending consents go to whoever takes over',
    access: 'clinic',
    needs: staffNeeds,
    stepUp: true,
    audit: { done: 'staff.deactivated', refused: 'staff.update_refused' },
    input: z.object({
      staffId: id,
      /** Who takes over their pending consents: needed where there are any. */
      takeoverId: id.nullable(),
    }),
    output: StaffMember,
    refusals: {
      ...missing,
      'last-administrator': rightsRefusals['last-administrator'],
      'is-owner': rightsRefusals['is-owner'],
      'own-rights': { code: 'permission-denied', message: 'You cannot deactivate yourself.' },
      'above-own-rights': rightsRefusals['above-own-rights'],
      'takeover-needed': invalidArgument('Choose who takes over their pending consents.'),
      'takeover-not-found': notFound('The clinician who takes over was'),
    },
    example: { staffId: ':staffId', takeoverId: ':leadId' },
  }),
  activate: operation({
    method: 'DELETE',
    path: '/api/clinic/staff/{staffId}/deactivations',
    summary: 'Give somebody access again',
    access: 'clinic',
    needs: staffNeeds,
    stepUp: true,
    audit: { done: 'staff.activated', refused: 'staff.update_refused' },
    input: z.object({ staffId: id }),
    output: StaffMember,
    refusals: { ...missing, 'above-own-rights': rightsRefusals['above-own-rights'] },
    example: { staffId: ':staffId' },
  }),
}
