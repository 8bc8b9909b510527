import type { Database } from '../../platform/database/database.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { queueMessage } from '../messages/index.ts'
import { clinicsOfAddress, insertHomeLink, peopleOfAddress } from './patient-home-store.ts'

/** Links for one address in an hour and in a day; more than that is somebody else asking. */
const hourly = { attempts: 3, seconds: 3600 }
const daily = { attempts: 6, seconds: 24 * 3600 }

const purpose = 'patient-home-request'

/**
 * A request as a job keeps it. An address that may be nobody's has no id and no row, so it travels wrapped with the
 * installation's key: whoever reads the queue learns nothing, and a request costs the same whether it is known or not.
 */
export const encryptHomeRequest = (keyring: Keyring, requestId: string, email: string): JobData => ({
  requestId,
  address: keyring.wrap(purpose, Buffer.from(email.toLowerCase())),
})

type Deps = { database: Database; rates: RateLimits; runJob: RunJob; keyring: Keyring }

/** Answers a request for a link: one message from each practice where the address is a patient's. Run twice, one too. */
export async function sendHomeLinks(
  { database, rates, runJob, keyring }: Deps,
  { requestId, address }: JobData,
): Promise<void> {
  const email = Buffer.from(keyring.unwrap(purpose, address!)).toString()
  const isWithin = await rates.attemptAll([
    ['home-links.hour', hourly, email],
    ['home-links.day', daily, email],
  ])
  if (!isWithin) return
  for (const clinicId of await clinicsOfAddress(database, email)) {
    await runJob(clinicId, async (scope) => {
      const [person] = await peopleOfAddress(scope, email)
      if (!person || !(await insertHomeLink(scope, { id: requestId!, email }))) return
      // To the address as it stands on file: what was typed only finds it.
      await queueMessage(scope, { kind: 'patient-home', aboutId: requestId!, recipient: person.email })
    })
  }
}
