import type { Database } from '../../platform/database/database.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { insertFounder, type Registered } from '../staff/index.ts'

export type NewPractice = { name: string; phone: string; timeZone: string }
type Founder = Registered & { email: string }

/**
 * A practice that signs itself up, on trial, with its first administrator; answers its id. The clinic is there before
 * the account is: cut off between, the address is still free and the person registers again.
 */
export async function foundPractice(
  { database, runJob }: { database: Database; runJob: RunJob },
  { name, phone, timeZone }: NewPractice,
  founder: Founder,
  now: Date,
): Promise<string> {
  const query = {
    text: 'select found_clinic($1, $2, $3, $4, $5) as id',
    values: [name, phone, founder.email, timeZone, now],
  }
  const { rows } = await database.borrow((client) => client.query<{ id: string }>(query))
  const clinicId = rows[0]!.id
  await runJob(clinicId, async (scope, note) => {
    const staffId = await insertFounder(scope, founder)
    note({ action: 'clinic.founded', subject: clinicId, details: { staffId } })
  })
  return clinicId
}
