import type { SignInStep } from '../../../contract/identity.ts'
import type { RequestContext } from '../../../contract/access.ts'
import { second_factor_minutes } from '../../../contract/limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpContext, HandlerResult } from '../../platform/http/operations.ts'
import { refuse, type Refusal } from '../../platform/http/refusal.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { loginHoursRefusal, recordLogin } from '../staff/index.ts'
import type { Auth } from './auth.ts'
import {
  factorDemandOf,
  factorsToGive,
  factorsToSetUp,
  stepAfter,
  type SecondFactor,
} from './second-factor-rules.ts'
import {
  actorOfAccount,
  accountRefusal,
  sessionHoursOf,
  sessionUserOf,
  type AccountFacts,
  type StaffFacts,
} from './identity-rules.ts'
import {
  endSession,
  findAccount,
  findForcedStaffIds,
  findSession,
  renewSession,
  type SessionChange,
  findStaffOfAccount,
  findUserIdBySession,
} from './identity-store.ts'
import { replaceSession } from './locked-sessions.ts'
import type { SecondFactors } from './second-factor.ts'
import { isSingleSignOn } from './single-sign-on-method.ts'
import { secondsUntil, type SessionCookies } from './session-cookie.ts'
import type { TrustedDevices } from './trusted-devices.ts'

export type SignInDeps = {
  auth: Auth
  database: Database
  runJob: RunJob
  cookies: SessionCookies
  secondFactors: SecondFactors
  devices: TrustedDevices
  /** Whether super administrators must have a passkey: wherever browsers offer one, but for the demo's. */
  adminsNeedPasskey: boolean
}

/** A session whose holder has just proved something, and what. */
export type SignInProof = {
  token: string
  /** 'password', 'email-link', 'google' and so on. */
  method: string
  /** The second factor that was given just now; a recovery code stands for the app. */
  given?: SecondFactor
  /** The staff record to act as, where it is not the one last used. */
  staffId?: string
  /** Goes on with a session that was open before, and had its second factor then: not a login. */
  isResumed?: boolean
}

type SignInRefusalReason =
  | NonNullable<ReturnType<typeof accountRefusal>>
  | 'account-not-found'
  | 'single-sign-on-required'
  | 'login-day-refused'
  | 'login-time-refused'
export type SignInResult = HandlerResult<SignInStep> | Refusal<SignInRefusalReason>

export type CompleteSignIn = (
  scope: { visit: RequestContext; now: Date },
  answering: HttpContext,
  proof: SignInProof,
) => Promise<SignInResult>

/**
 * Lets a person in who has proved a factor, in the order of the specification's section 4: login hours, last login, user
 * record, active status, clinic status, staff permissions, session timer; the wrapper writes the log. Whatever the first
 * factor was, an account that has a second one, or must have one, gets a session that opens nothing but that step.
 */
export function createCompleteSignIn(deps: SignInDeps): CompleteSignIn {
  const { auth, database, cookies, secondFactors, devices, runJob, adminsNeedPasskey } = deps

  type Held = { account: AccountFacts; staff: StaffFacts | null; proof: SignInProof }

  async function stageOf(
    { account, staff, proof }: Held,
    { cookie }: HttpContext,
    now: Date,
  ): Promise<SignInStep['step']> {
    const { userId, platformRole } = account
    const held = await secondFactors.held(userId)
    const demand = factorDemandOf({ platformRole, staff }, { now, adminsNeedPasskey })
    // Given at the practice's provider, which the practice says counts: for its own records alone.
    if (proof.method === 'sso-mfa' && demand !== 'passkey') return 'open'
    if (proof.isResumed) {
      const owed = factorsToGive(demand, held)
      if (owed.length === 0) return factorsToSetUp(demand, held).length > 0 ? 'enrol' : 'open'
      return (await wasAskedLess(account, proof, now)) && !held.app && demand === 'any'
        ? 'second-factor'
        : 'open'
    }
    const given = proof.given ?? (proof.method === 'passkey' ? 'passkey' : null)
    const isRemembered = given === null && (await devices.knows(userId, cookies.deviceToken(cookie), now))
    return stepAfter({ demand, held, given, isRemembered })
  }

  /** Whether a session that goes on was let in where no passkey was asked for, and not with one. */
  async function wasAskedLess(account: AccountFacts, { token, method }: SignInProof, now: Date) {
    const before = method === 'passkey' ? null : await findSession(database, token, now)
    if (!before) return false
    return factorDemandOf({ ...account, staff: before.staff }, { now, adminsNeedPasskey }) === 'own'
  }

  return async (scope, answering, proof) => {
    const { now, visit } = scope
    const userId = await findUserIdBySession(auth.db, proof.token)
    const account = userId && (await findAccount(auth.db, userId))
    if (!account) return refuse('account-not-found')
    const [records, forcedIds] = await Promise.all([
      findStaffOfAccount(database, account.userId),
      findForcedStaffIds(database, account.userId),
    ])
    const isOpenTo = ({ staffId }: StaffFacts) =>
      isSingleSignOn(proof.method) ? staffId === proof.staffId : !forcedIds.includes(staffId)
    const open = records.filter(isOpenTo)
    const staff = selectStaffRecord(account, open.length > 0 ? open : records, proof, now)
    const by = actorOfAccount(account, staff, visit)

    const hours = staff && checkLoginHours(staff, now)
    const refused = staff && !isOpenTo(staff) ? singleSignOnRefusal : (hours?.refusal ?? null)
    if (staff && !refused && !proof.isResumed)
      await runJob(staff.clinicId, (job) => recordLogin(job, staff.staffId, visit.ip))
    const reason = refused?.reason ?? accountRefusal({ ...account, staff })
    if (reason) {
      await endSession(auth.db, proof.token)
      if (cookies.sessionToken(answering.cookie) === proof.token) answering.setCookie(cookies.endSession())
      return refuse(reason, refused?.details ?? {}, by)
    }

    const stage = await stageOf({ account, staff, proof }, answering, now)
    const seconds = stage === 'open' ? sessionHoursOf(staff) * 3600 : second_factor_minutes * 60
    const token = await renewSession(auth.db, proof.token, {
      stage,
      // Whoever has proved who they are takes a tablet back from the patient it was handed to.
      lockedTo: null,
      way: proof.method,
      staffId: staff?.staffId ?? null,
      seenAt: now,
      ipAddress: visit.ip,
      userAgent: visit.userAgent,
      ...sessionTimesOf(proof, stage, new Date(now.getTime() + seconds * 1000), now),
    })
    const session = token && (await findSession(database, token, now))
    if (!session) return refuse('account-not-found', {}, by)
    await replaceSession(deps, answering, { token: proof.token, userId: account.userId }, now)
    const { sessionId, expiresAt } = session
    answering.setCookie(cookies.setSession(token, secondsUntil(expiresAt, now)))
    return {
      answer: { step: stage, user: stage === 'open' ? sessionUserOf(session, records) : null },
      subject: account.userId,
      details: {
        way: proof.method,
        step: stage,
        ...(hours?.isUnreadable ? { loginHours: 'unreadable' } : {}),
      },
      ...(stage === 'open' ? {} : { as: 'partly' as const }),
      by: { ...by, visit: { ...visit, sessionId } },
    }
  }
}

/** Why somebody is not let in to a practice that has its staff sign in at its own provider. */
const singleSignOnRefusal = { reason: 'single-sign-on-required', details: {} } as const

/**
 * The staff record to act as: the one asked for, else the one last used of those that let the person in now, so that no
 * clinic's hours or standing keep somebody out of another.
 */
function selectStaffRecord(
  account: AccountFacts,
  records: readonly StaffFacts[],
  { staffId }: SignInProof,
  now: Date,
) {
  const asked = staffId && records.find((record) => record.staffId === staffId)
  const letsIn = (staff: StaffFacts) =>
    !checkLoginHours(staff, now).refusal && !accountRefusal({ ...account, staff })
  return asked || (records.find(letsIn) ?? records[0] ?? null)
}

/**
 * When a session was begun and proved, and when it ends. Going on proves nothing by itself and does not lengthen one;
 * what owes a step ends soon in any case.
 */
function sessionTimesOf(
  { isResumed }: SignInProof,
  stage: SignInStep['step'],
  expiresAt: Date,
  now: Date,
): SessionChange {
  if (!isResumed) return { createdAt: now, provedAt: now, expiresAt }
  return stage === 'open' ? {} : { expiresAt }
}

/** What the clinic's login hours say now; unreadable ones let in, which the log says (rulings 35). */
export function checkLoginHours({ loginHoursRestricted, loginHours, timeZone }: StaffFacts, now: Date) {
  return loginHoursRefusal({ restricted: loginHoursRestricted, hours: loginHours, timeZone, now })
}
