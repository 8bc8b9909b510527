import { randomUUID } from 'node:crypto'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { clinicContactOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer } from '../messages/index.ts'
import { findStaff, listActiveStaff, type StaffRecord } from '../staff/index.ts'
import { wasNotifiedRecently } from './file-scan-store.ts'

export type NoticeDeps = {
  runJob: RunJob
  /** Where the product is. */
  address: string
  contactMailer: Mailer
  contactAddress: string
}

const isAdministrator = ({ status, registered, role }: StaffRecord): boolean =>
  status === 'active' && registered && role === 'clinic_admin'

/** Tells a practice's administrators that a file was blocked; of what is the platform's, whoever runs it. */
export async function notifyAdministrators(deps: NoticeDeps, { clinicId }: JobData): Promise<void> {
  const { runJob, address, contactMailer, contactAddress: to } = deps
  if (!clinicId) {
    const values = { practiceName: 'Candour', link: `${address}/admin/logs`, greetingName: '' }
    await contactMailer.send({ ...messageText('file-blocked', values), id: randomUUID(), to })
    return
  }
  await runJob(clinicId, async (scope) => {
    for (const member of (await listActiveStaff(scope)).filter(isAdministrator))
      if (!(await wasNotifiedRecently(scope, member.id)))
        await queueMessage(scope, { kind: 'file-blocked', aboutId: member.id, recipient: member.email })
  })
}

/** Composes that message; not sent to somebody who is no administrator any more. */
export const fileBlockedComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    if (!member || !isAdministrator(member)) return null
    const { name } = await clinicContactOf(scope)
    return messageText('file-blocked', {
      practiceName: name,
      link: `${address}/clinic/settings/audit-log`,
      greetingName: member.firstName,
    })
  }
