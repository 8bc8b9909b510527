import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import {
  AccountTakenError,
  normalizeEmail,
  queueAccountNotice,
  accountOperations,
  queueAccountMessage,
  readProof,
  consumeProof,
} from '../identity/index.ts'
import { updateStaffEmail } from '../staff/index.ts'
import type { AccountDeps } from './account-deps.ts'

/** Links to one address; beyond these nothing is sent, and the answer is the same. */
const linkRateLimit: Rate = { attempts: 3, seconds: 900 }

/** A new address becomes theirs once it is proved. */
export function accountEmailHandlers(deps: AccountDeps) {
  const { auth, accounts, rates, runJob } = deps
  const own = accountOperations(deps)

  type Move = { records: readonly { clinicId: string; staffId: string }[]; from: string; to: string }

  /** Gives one record the address, which its clinic's audit log says; false where somebody there has it already. */
  const moveRecord = (clinicId: string, staffId: string, to: string): Promise<boolean> =>
    runJob(clinicId, async (job, note) => {
      const isMoved = await updateStaffEmail(job, staffId, to)
      if (isMoved) note({ action: 'staff.email_changed', subject: staffId, details: {} })
      return isMoved
    })

  /** Gives the account's staff records the new address; false, and none has it, where a clinic has it already. */
  async function moveRecords({ records, from, to }: Move): Promise<boolean> {
    for (const [at, { clinicId, staffId }] of records.entries()) {
      if (await moveRecord(clinicId, staffId, to)) continue
      await moveRecords({ records: records.slice(0, at), from: to, to: from })
      return false
    }
    return true
  }

  return {
    changeEmail: handle(contract.account.changeEmail, async ({ userId }, { email: typed }) => {
      const email = normalizeEmail(typed)
      if (!email) return refuse('invalid-email')
      await accounts.change(userId, { emailPending: email })
      // Whether somebody has the address already is told to whoever opens the link there, and to nobody else.
      if (await rates.attempt('email-change', linkRateLimit, email))
        await queueAccountMessage(deps, { kind: 'email-change', recipient: email, details: { userId } })
      return { answer: { sent: true as const }, subject: userId }
    }),

    confirmEmail: handle(contract.account.confirmEmail, async ({ now, visit }, { token }) => {
      const asked = { token, purpose: 'email-change', now } as const
      const proof = await readProof(auth, asked)
      if (typeof proof === 'string') return refuse(proof)
      const { userId = '', email = '' } = proof.value
      const account = await accounts.find(userId)
      // A later wish for another address makes this link worthless.
      if (!account || account.emailPending !== email) return refuse('invalid-action-code')
      const records = await own.records(userId)
      const facts = { ...account, userId, photo: account.image, userActive: account.isActive }
      const by = own.byOf(facts, records[0] ?? null, visit)
      const holder = await accounts.ofEmail(email)
      if (holder && holder.id !== userId) return refuse('email-already-in-use', {}, by)
      const move = { records, from: account.email, to: email }
      if (!(await moveRecords(move))) return refuse('email-already-in-use', {}, by)
      try {
        await accounts.change(userId, { email, emailVerified: true, emailPending: null })
      } catch (error) {
        if (!(error instanceof AccountTakenError)) throw error
        await moveRecords({ ...move, from: email, to: account.email })
        return refuse('email-already-in-use', {}, by)
      }
      await consumeProof(auth, asked)
      // Whoever reads the old address must not set a password by a link that lies there.
      await own.endResetLinks(userId)
      await queueAccountNotice(deps, account.email, 'email')
      return { answer: { email }, subject: userId, by }
    }),
  }
}
