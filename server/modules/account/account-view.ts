import type { InferContractRouterOutputs } from '@orpc/contract'
import { minute_ms } from '../../platform/clock.ts'
import { session_idle_minutes_default } from '../../../contract/limits.ts'
import type { Contract } from '../../../contract/index.ts'
import type { AccountScope } from '../../platform/http/operations.ts'
import { accountOperations } from '../identity/index.ts'
import { findStaff } from '../staff/index.ts'
import type { AccountDeps } from './account-deps.ts'
import { deviceText } from './account-rules.ts'
import { identitiesOf, passkeysOf, sessionsOf, type SessionRecord } from './account-store.ts'

type AccountView = InferContractRouterOutputs<Contract>['account']['get']
type IdleRecord = { staffId: string; idleMinutes: number }

/** Whether a session was locked, or left alone for longer than its clinic allows. */
function isLocked(
  { stage, staffId, seenAt }: SessionRecord,
  records: readonly IdleRecord[],
  now: Date,
): boolean {
  const record = records.find((one) => one.staffId === staffId)
  const idle_ms = (record?.idleMinutes ?? session_idle_minutes_default) * minute_ms
  return stage === 'locked' || now.getTime() - seenAt.getTime() > idle_ms
}

/** The last of some moments, as text; null without any. */
const latestIso = (moments: (Date | null | undefined)[]): string | null => {
  const times = moments.flatMap((moment) => moment?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : null
}

/** Everything a person is shown of their own account. */
export async function buildAccountView(deps: AccountDeps, scope: AccountScope): Promise<AccountView> {
  const { auth, accounts, devices, runJob, secondFactors, signInMethods } = deps
  const { userId, clinicId, staffId, actor, visit, now } = scope
  const own = accountOperations(deps)
  const account = await accounts.ofCaller(userId)
  const records = await own.records(userId)
  const here = records.find((record) => record.staffId === staffId)
  const staff = clinicId && staffId ? await runJob(clinicId, (job) => findStaff(job, staffId)) : undefined
  const sessions = await sessionsOf(auth.db, userId, now)
  const identities = await identitiesOf(auth.db, userId)
  const createdAt = account.createdAt.toISOString()
  const lastSignInAt = latestIso([staff?.lastLoginAt, ...sessions.map((session) => session.createdAt)])
  return {
    uid: userId,
    isAnonymous: false,
    displayName: account.name,
    email: account.email,
    emailVerified: account.emailVerified,
    emailPending: account.emailPending,
    username: account.username,
    phoneNumber: account.phoneNumber,
    photo: account.image,
    photoURL: account.image && `/api/account/photos/${account.image}`,
    role: actor.kind === 'admin' ? 'super_admin' : (here?.role ?? 'clinic_staff'),
    clinicId,
    tenantId: clinicId,
    clinicName: here?.clinicName ?? null,
    jobTitle: staff?.jobTitle || null,
    gdcNumber: staff?.gdcNumber ?? null,
    createdAt,
    updatedAt: account.updatedAt.toISOString(),
    lastSignInAt,
    ...(await own.waysToProve(userId)),
    secondFactor: {
      isOn: await secondFactors.isOn(userId),
      isRequired: own.needsSecondFactor(account, records, now),
      mayTurnOffApp: await own.mayGiveUp('app', account, records, now),
      mayRemovePasskey: await own.mayGiveUp('passkey', account, records, now),
      recoveryCodesLeft: await secondFactors.recoveryCodesLeft(userId),
      trustedDevices: await devices.count(userId, now),
    },
    passkeys: await passkeysOf(auth.db, userId),
    identities,
    providerData: identities,
    metadata: { creationTime: createdAt, lastSignInTime: lastSignInAt },
    providers: signInMethods.providers,
    sessions: sessions.map((session) => ({
      id: session.id,
      isThis: session.id === visit.sessionId,
      device: deviceText(session.userAgent),
      place: session.ipAddress ?? 'unknown',
      way: session.way,
      startedAt: session.createdAt.toISOString(),
      seenAt: session.seenAt.toISOString(),
      isLocked: isLocked(session, records, now),
    })),
  }
}
