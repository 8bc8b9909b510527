import type pg from 'pg'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Flag, Level } from '../../contract/permissions.ts'
import { signToken } from '../modules/identity/index.ts'

export type TestStaff = {
  role: 'clinic_admin' | 'clinic_staff'
  level: Level
  jobTitle: string
  name: [first: string, last: string]
  gdcNumber?: string
  isClinician?: boolean
  permissions?: Partial<Record<Flag, boolean>>
  status?: 'active' | 'inactive'
}

/** The staff of each clinic: every role and level, and each reason to countersign or not. */
export const testStaff = {
  owner: {
    role: 'clinic_admin',
    level: 4,
    jobTitle: 'Principal dentist',
    name: ['Amara', 'Okafor'],
    gdcNumber: '204417',
    isClinician: true,
  },
  dentist: {
    role: 'clinic_staff',
    level: 2,
    jobTitle: 'Dentist',
    name: ['Tom', 'Hughes'],
    gdcNumber: '248163',
    isClinician: true,
  },
  lead: {
    role: 'clinic_staff',
    level: 3,
    jobTitle: 'Dentist',
    name: ['Priya', 'Nair'],
    gdcNumber: '271905',
    isClinician: true,
  },
  manager: { role: 'clinic_staff', level: 4, jobTitle: 'Practice manager', name: ['Siân', 'Rees'] },
  nurse: {
    role: 'clinic_staff',
    level: 1,
    jobTitle: 'Dental nurse',
    name: ['Ewa', 'Kowalczyk'],
    isClinician: true,
    permissions: { canSendForms: true },
  },
  receptionist: { role: 'clinic_staff', level: 1, jobTitle: 'Receptionist', name: ['Sam', 'Lee'] },
  auditor: {
    role: 'clinic_staff',
    level: 1,
    jobTitle: 'Auditor',
    name: ['Ida', 'Frost'],
    permissions: { accessSettings: true, overrideConsents: false },
  },
  leaver: {
    role: 'clinic_staff',
    level: 4,
    jobTitle: 'Dentist',
    name: ['Gil', 'Moss'],
    gdcNumber: '233333',
    isClinician: true,
    status: 'inactive',
  },
} as const satisfies Record<string, TestStaff>
export type StaffName = keyof typeof testStaff

export type TestPerson = { userId: string; staffId: string | null; email: string; cookie: string }

/** Puts people into the database as its owner, and signs them in as the auth library would. */
export function createTestPeople(
  owner: pg.Client,
  { cookieName, secret }: { cookieName: string; secret: string },
) {
  /** Another session of an account, open and just proved: its cookie. */
  async function openSession(userId: string, staffId: string | null): Promise<string> {
    const token = randomBytes(24).toString('base64url')
    await owner.query(
      `insert into auth.session (id, token, user_id, staff_id, stage, way, expires_at)
       values ($1, $2, $3, $4, 'open', 'password', now() + interval '12 hours')`,
      [randomUUID(), token, userId, staffId],
    )
    return `${cookieName}=${encodeURIComponent(signToken(token, secret))}`
  }

  async function insertUser(
    name: string,
    email: string,
    platformRole: 'member' | 'super_admin',
  ): Promise<string> {
    const userId = randomUUID()
    await owner.query(
      'insert into auth."user" (id, name, email, email_verified, platform_role) values ($1, $2, $3, true, $4)',
      [userId, name, email, platformRole],
    )
    return userId
  }

  return {
    openSession,

    async addClinic(name: string, status: 'active' | 'suspended' = 'active'): Promise<string> {
      const { rows } = await owner.query<{ id: string }>(
        `insert into clinics (name, address, phone, out_of_hours, email, status, plan)
         values ($1, '14 Harbour Street, Whitby', '01632 960417', '01632 960418', 'desk@example.org', $2, 'growth-pro') returning id`,
        [name, status],
      )
      return rows[0]!.id
    },

    async addUser(
      name: string,
      email: string,
      platformRole: 'member' | 'super_admin' = 'member',
    ): Promise<TestPerson> {
      const userId = await insertUser(name, email, platformRole)
      return { userId, staffId: null, email, cookie: await openSession(userId, null) }
    },

    async addStaff(clinicId: string, email: string, staff: TestStaff): Promise<TestPerson> {
      const { role, level, jobTitle, name, gdcNumber, isClinician, permissions, status } = staff
      const userId = await insertUser(name.join(' '), email, 'member')
      const { rows } = await owner.query<{ id: string }>(
        `insert into staff (clinic_id, user_id, email, first_name, last_name, role, permission_level, job_title, gdc_number,
           is_clinician, permissions, status, registered)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, true) returning id`,
        [
          clinicId,
          userId,
          email,
          ...name,
          role,
          level,
          jobTitle,
          gdcNumber ?? null,
          isClinician ?? false,
          permissions ?? {},
          status ?? 'active',
        ],
      )
      const staffId = rows[0]!.id
      return { userId, staffId, email, cookie: await openSession(userId, staffId) }
    },
  }
}

export type People = ReturnType<typeof createTestPeople>
