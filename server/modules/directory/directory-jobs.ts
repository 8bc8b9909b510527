import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { clinicStatusOf } from '../clinics/index.ts'
import { queueMessage } from '../messages/index.ts'
import { listActiveStaff, findStaff } from '../staff/index.ts'

/** What follows in a practice from what those who run the platform did with its account. */
export const directoryJobs = (runJob: RunJob) => ({
  'directory.invite': ({ clinicId, staffId }: JobData) =>
    runJob(clinicId!, async (scope) => {
      const person = await findStaff(scope, staffId!)
      if (person)
        await queueMessage(scope, { kind: 'invitation', aboutId: person.id, recipient: person.email })
    }),

  'directory.tell-standing': ({ clinicId }: JobData) =>
    runJob(clinicId!, async (scope) => {
      const kind = (await clinicStatusOf(scope)) === 'active' ? 'access-restored' : 'access-ended'
      const people = await listActiveStaff(scope)
      for (const { id, email } of people.filter(
        ({ role, registered }) => role === 'clinic_admin' && registered,
      ))
        await queueMessage(scope, { kind, aboutId: id, recipient: email })
    }),
})
