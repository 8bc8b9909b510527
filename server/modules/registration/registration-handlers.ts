import { randomUUID } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle, type AccountScope, type HttpContext } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { networkOf } from '../../platform/http/visitor-network.ts'
import {
  AccountTakenError,
  normalizeEmail,
  validatePassword,
  queueAccountMessage,
  readProof,
  consumeProof,
  type StaffByEmail,
  type IdentityDeps,
} from '../identity/index.ts'
import { markRegistered } from '../staff/index.ts'
import { foundPractice } from './practice-founding.ts'
import { recordFor, type RegistrationProof, type RegistrationRefusal } from './registration-rules.ts'

/** Mails to one address, whoever asks for them, and mails that one visitor asks for: beyond, nothing is sent. */
const mails: Rate = { attempts: 3, seconds: 900 }
const requests: Rate = { attempts: 20, seconds: 900 }

type Opened = { proof: RegistrationProof; record: StaffByEmail | null }

/** The operations of `contract/registration.ts`. */
export function registrationHandlers(deps: IdentityDeps) {
  const { accounts, completeSignIn, auth, passwordPolicy, rates, runJob } = deps

  /** What a link is for: that of an invitation or that of a begun registration, whichever it is. */
  async function proofOf(token: string, now: Date, use: typeof readProof) {
    const invited = await use(auth, { token, purpose: 'invitation', now })
    const found =
      invited === 'invalid-action-code' ? await use(auth, { token, purpose: 'registration', now }) : invited
    return typeof found === 'string' ? found : (found.value as RegistrationProof)
  }

  /** What may be registered with a proof, or why nothing may. Only who has proved the address is told which. */
  async function opened(proof: RegistrationProof): Promise<Opened | RegistrationRefusal> {
    if (await accounts.ofEmail(proof.email)) return 'email-already-in-use'
    if (proof.as === 'practice') return { proof, record: null }
    const record = recordFor(proof, await accounts.staffOfAddress(proof.email))
    return typeof record === 'string' ? record : { proof, record }
  }

  /** What somebody who has an account may do with a proof of its address: set up a practice, or join one. */
  async function accountUse(proof: RegistrationProof) {
    if (proof.as === 'practice') return { email: proof.email, as: 'practice', joins: null }
    const record = recordFor(proof, await accounts.staffOfAddress(proof.email))
    return { email: proof.email, as: 'staff', joins: typeof record === 'string' ? null : record.clinicName }
  }

  /** Goes on with the session of the account, now as this member of staff. */
  async function actAs(scope: AccountScope, answering: HttpContext, staffId: string) {
    const { token, method } = (await deps.readSession(answering.cookie))!
    return completeSignIn(scope, answering, { token, method, staffId, isResumed: true })
  }

  return {
    start: handle(contract.registration.start, async ({ visit }, { email: typed, as }) => {
      const email = normalizeEmail(typed)
      if (!email) return refuse('invalid-email')
      const isWithin = await rates.attemptAll([
        ['registration.visitor', requests, networkOf(visit.ip)],
        ['registration.address', mails, email],
      ])
      if (isWithin)
        await queueAccountMessage(deps, { kind: 'registration', recipient: email, details: { as } })
      return { answer: { sent: true as const } }
    }),

    open: handle(contract.registration.open, async (scope, { token }) => {
      const proof = await proofOf(token, scope.now, readProof)
      if (typeof proof === 'string') return refuse(proof)
      const found = await opened(proof)
      if (found === 'email-already-in-use') return refuse(found, await accountUse(proof))
      if (typeof found === 'string') return refuse(found)
      const { record } = found
      const { clinicName = null, firstName = '', lastName = '' } = record ?? {}
      const answer = { email: proof.email, clinicName, firstName, lastName }
      return { answer: { as: record ? ('staff' as const) : ('practice' as const), ...answer } }
    }),

    finish: handle(contract.registration.finish, async (scope, input, answering) => {
      const { token, firstName, lastName, username, password, practice } = input
      const proof = await proofOf(token, scope.now, readProof)
      if (typeof proof === 'string') return refuse(proof)
      const found = await opened(proof)
      if (typeof found === 'string') return refuse(found)
      if (!found.record && !practice) return refuse('practice-missing')
      const name = `${firstName} ${lastName}`
      const about = [name, proof.email, found.record?.clinicName ?? practice!.name]
      const faults = await validatePassword(passwordPolicy, password, about)
      if (faults.length > 0) return refuse('weak-password', { faults })
      if (username && (await accounts.isUsernameTaken(username))) return refuse('username-taken')

      const spent = await proofOf(token, scope.now, consumeProof)
      if (typeof spent === 'string') return refuse(spent)
      const userId = randomUUID()
      const person = { userId, firstName, lastName, email: proof.email }
      const { clinicId } = found.record ?? (await foundPractice(deps, practice!, person, scope.now))
      try {
        await accounts.insert(userId, {
          email: proof.email,
          name,
          password,
          username: username.toLowerCase() || null,
          platformRole: 'member',
          clinicId,
        })
      } catch (error) {
        if (error instanceof AccountTakenError)
          return refuse(error.what === 'email' ? 'email-already-in-use' : 'username-taken')
        throw error
      }
      if (found.record) {
        const { staffId } = found.record
        await runJob(clinicId, (job) => markRegistered(job, staffId, person))
      }
      return completeSignIn(scope, answering, {
        token: await accounts.bearSession(userId),
        method: 'registration',
      })
    }),

    accept: handle(contract.registration.accept, async (scope, { token }, answering) => {
      const proof = await proofOf(token, scope.now, readProof)
      if (typeof proof === 'string') return refuse(proof)
      const account = (await accounts.find(scope.userId))!
      // Whoever opens the link must be the one it was sent to.
      if (account.email !== proof.email) return refuse('user-mismatch')
      const record = recordFor(proof, await accounts.staffOfAddress(proof.email))
      if (typeof record === 'string')
        return refuse(record === 'invalid-action-code' ? record : 'not-authorised-to-register')
      const spent = await proofOf(token, scope.now, consumeProof)
      if (typeof spent === 'string') return refuse(spent)
      const { clinicId, staffId, firstName, lastName } = record
      const isMarked = await runJob(clinicId, (job) =>
        markRegistered(job, staffId, { userId: account.id, firstName, lastName }),
      )
      if (!isMarked) return refuse('not-authorised-to-register')
      return actAs(scope, answering, staffId)
    }),

    found: handle(contract.registration.found, async (scope, input, answering) => {
      const { token, firstName, lastName, practice } = input
      const proof = await proofOf(token, scope.now, readProof)
      if (typeof proof === 'string') return refuse(proof)
      const account = (await accounts.find(scope.userId))!
      if (account.email !== proof.email) return refuse('user-mismatch')
      // Super administrators act for no practice.
      if (proof.as !== 'practice' || account.platformRole === 'super_admin')
        return refuse('not-authorised-to-register')
      const spent = await proofOf(token, scope.now, consumeProof)
      if (typeof spent === 'string') return refuse(spent)
      const founder = { userId: account.id, firstName, lastName, email: account.email }
      const { staffId } = await foundPractice(deps, practice, founder, scope.now)
      return actAs(scope, answering, staffId)
    }),
  }
}
