import { day_ms } from '../../platform/clock.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import { clinicContactOf, settingsOf } from '../clinics/index.ts'
import { countMessages, messageText, queueMessage, type Composer } from '../messages/index.ts'
import { findStaff } from '../staff/index.ts'

/** More than these a day are read by nobody: the list of the practice has them all. */
const notices_a_day_max = 10

/** Tells whoever looks after a consent by e-mail that somebody asked, where the practice wishes that. */
export async function queueNotice(scope: JobScope, staffId: string): Promise<void> {
  if (!(await settingsOf(scope)).notices.questions) return
  const member = await findStaff(scope, staffId)
  if (member?.status !== 'active' || !member.email) return
  const notice = { kind: 'question-notice', aboutId: member.id } as const
  const since = new Date(scope.now.getTime() - day_ms)
  if ((await countMessages(scope, { ...notice, since })) < notices_a_day_max)
    await queueMessage(scope, { ...notice, recipient: member.email })
}

/** Composes it: that somebody asked and the list of what waits for an answer; neither who nor about what. */
export const questionNoticeComposer =
  (address: string): Composer =>
  async (scope, { aboutId }) => {
    const member = await findStaff(scope, aboutId)
    if (member?.status !== 'active') return null
    const { name } = await clinicContactOf(scope)
    return messageText('question-notice', {
      practiceName: name,
      link: `${address}/clinic/consents?view=questions`,
      greetingName: member.firstName,
    })
  }
