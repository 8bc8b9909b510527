import { contract } from '../../../contract/index.ts'
import { unauthenticated } from '../../platform/http/admission.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { queueAccountNotice, accountOperations } from '../identity/index.ts'
import { detachStaffRecord, removalRefusal } from '../staff/index.ts'
import { doneResponse, type AccountDeps } from './account-deps.ts'
import { profilePhotos } from './profile-photos.ts'

/** Where somebody is signed in, and the end of it all. */
export function accountSessionHandlers(deps: AccountDeps) {
  const { accounts, runJob, draftKeys } = deps
  const own = accountOperations(deps)

  /** Why the account may not go from one of its clinics; asked of all before it leaves the first. */
  async function whyItStays(records: readonly { clinicId: string; staffId: string }[]) {
    for (const { clinicId, staffId } of records) {
      const why = await runJob(clinicId, (job) => removalRefusal(job, staffId))
      if (why) return why
    }
    return null
  }

  return {
    draftKey: handle(contract.account.draftKey, async ({ userId, clinicId }) => ({
      answer: draftKeys(`account/${userId}/${clinicId ?? 'platform'}`),
    })),

    endSession: handle(contract.account.endSession, async (scope, { sessionId }, answering) => {
      const { userId, visit } = scope
      if (!(await own.endSession(userId, sessionId))) return refuse('session-not-found')
      if (sessionId === visit.sessionId) own.forgetSession(answering)
      return { answer: doneResponse, subject: userId, details: { sessionId } }
    }),

    endOtherSessions: handle(contract.account.endOtherSessions, async ({ userId, visit }) => {
      const ended = await own.endOtherSessions(userId, visit.sessionId)
      return { answer: { ended }, subject: userId, details: { ended } }
    }),

    remove: handle(contract.account.remove, async ({ userId }, _input, answering) => {
      const account = await accounts.ofCaller(userId)
      const records = await own.records(userId)
      const why = await whyItStays(records)
      if (why) return refuse(why)
      const isLastAdmin = account.platformRole === 'super_admin' && (await accounts.countSuperAdmins()) < 2
      if (isLastAdmin) return refuse('last-administrator')
      for (const { clinicId, staffId } of records)
        if (!(await runJob(clinicId, (job) => detachStaffRecord(job, staffId))))
          return refuse('last-administrator')
      const removed = await own.remove(userId)
      if (removed === 'gone') throw unauthenticated()
      if (removed !== 'deleted') return refuse(removed)
      await profilePhotos(deps).drop(account.image)
      own.forgetSession(answering)
      await queueAccountNotice(deps, account.email, 'deleted')
      return { answer: doneResponse, subject: userId, details: { staffRecords: records.length } }
    }),
  }
}
