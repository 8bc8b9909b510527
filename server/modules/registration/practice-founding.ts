import type { Nation } from '../../../contract/retention-rules.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { saveSettings } from '../clinics/index.ts'
import { queueMessage } from '../messages/index.ts'
import { insertFounder, insertInvited, type RegisteredPerson } from '../staff/index.ts'

export type NewPractice = { name: string; phone: string; timeZone: string }
type Founder = RegisteredPerson & { email: string }

/**
 * A practice that signs itself up, on trial, with its first administrator; answers both ids. The clinic is there before
 * the account is: cut off between, the address is still free and the person registers again.
 */
export async function foundPractice(
  { database, runJob }: { database: Database; runJob: RunJob },
  { name, phone, timeZone }: NewPractice,
  founder: Founder,
  now: Date,
): Promise<{ clinicId: string; staffId: string }> {
  const clinicId = await foundClinic(database, { name, phone, timeZone, email: founder.email }, now)
  return runJob(clinicId, async (scope, note) => {
    const staffId = await insertFounder(scope, founder)
    note({ action: 'clinic.founded', subject: clinicId, details: { staffId } })
    return { clinicId, staffId }
  })
}

type NewClinic = NewPractice & { email: string }

async function foundClinic(
  database: Database,
  { name, phone, email, timeZone }: NewClinic,
  now: Date,
): Promise<string> {
  const query = {
    text: 'select found_clinic($1, $2, $3, $4, $5) as id',
    values: [name, phone, email, timeZone, now],
  }
  const { rows } = await database.borrow((client) => client.query<{ id: string }>(query))
  return rows[0]!.id
}

export type SetUpPractice = NewClinic & { address: string; nation: Nation }
export type FirstAdministrator = {
  email: string
  firstName: string
  lastName: string
  gdcNumber: string | null
}

/**
 * A practice that whoever runs the installation sets up, with the first administrator on its staff, who has yet to
 * register; answers its id and the staff record's.
 */
export async function setUpPractice(
  { database, runJob }: { database: Database; runJob: RunJob },
  { address, nation, ...practice }: SetUpPractice,
  { email, gdcNumber, ...name }: FirstAdministrator,
  now: Date,
): Promise<{ clinicId: string; staffId: string }> {
  const clinicId = await foundClinic(database, practice, now)
  return runJob(clinicId, async (scope, note) => {
    await saveSettings(scope, { address, nation })
    const made = await insertInvited(scope, email, {
      ...name,
      role: 'clinic_admin',
      permissionLevel: 4,
      permissions: {},
      loginHoursRestricted: false,
      loginHours: {},
      jobTitle: '',
      isClinician: gdcNumber !== null,
      gdcNumber,
    })
    const staffId = made!.id
    note({ action: 'clinic.founded', subject: clinicId, details: { staffId } })
    return { clinicId, staffId }
  })
}

/** Sends whoever was put on the staff and has not registered the link to do so. */
export const inviteByMail = (runJob: RunJob, clinicId: string, invited: { staffId: string; email: string }) =>
  runJob(clinicId, async (scope) => {
    await queueMessage(scope, { kind: 'invitation', aboutId: invited.staffId, recipient: invited.email })
  })
