import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { GrantingSystemName } from '../../../contract/practice-systems.ts'
import { minute_ms, type Clock } from '../../platform/clock.ts'
import type { JobScope } from '../../platform/database/transaction.ts'
import type { JobAuditEntry, RunJob } from '../../platform/jobs/job-runner.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import type { Grants } from './practice-system-grants.ts'
import { PracticeSystemError } from './practice-system-port.ts'
import { unwrapGranted, unwrapKey, wrapGranted } from './practice-system-secrets.ts'
import { lockSystem, updateSystem, type SystemRow } from './practice-system-store.ts'

/** What a connection is opened with. */
export type Connected = Pick<
  SystemRow,
  'id' | 'clinicId' | 'system' | 'credential' | 'tokenEndsAt' | 'accountConfirmedAt'
> & { secret: string }

/** A key or a token for calls, and how another one is had where it was rejected; null where there is none. */
export type SystemAccess = { key: string; renew: (() => Promise<string | null>) | null }

/** Thrown where somebody else renews the access at this moment: whoever asked tries again in a moment. */
export class AccessBusyError extends Error {
  override name = 'AccessBusyError'
}

/** A token that ends sooner is renewed before it is used: a run takes less. One that lives shortly has half its life. */
const renewed_minutes_early = 5
/** Between tries to store what was renewed: nobody else has it, and what it was had with is used up. */
const saving_pauses_ms = [250, 1000, 5000, 15_000] as const
/** For so long somebody who renews counts as alive; longer than a call may take. */
const renewal_minutes_max = 2

/** What becomes of a connection whose access is over: nothing is read or written until somebody connects again. */
async function endAccess(
  scope: JobScope,
  system: SystemRow,
  note: (entry: JobAuditEntry) => void,
): Promise<void> {
  await updateSystem(scope, system.id, {
    ...{ status: 'paused', problem: 'access-ended', nextRunAt: null, runId: null, runUntil: null },
    ...{ renewalId: null, renewalUntil: null, failures: system.failures + 1 },
  })
  if (system.problem !== 'access-ended')
    note({ action: 'practice_system.failed', subject: system.id, details: { problem: 'access-ended' } })
}

type AccessDeps = {
  runJob: RunJob
  keyring: Keyring
  grants: Pick<Grants, 'exchange' | 'renew'>
  clock: Clock
}

/**
 * What opens a practice system now. A token is renewed by one at a time, whichever instance: each new pair may end the
 * one before it, so that of two who renew one would be left with what opens nothing.
 */
export function createAccess({ runJob, keyring, grants, clock }: AccessDeps) {
  const endsWithin = (connected: Connected, ms: number): boolean =>
    connected.tokenEndsAt !== null && connected.tokenEndsAt.getTime() - ms <= clock.now().getTime()

  const tokenOf = ({ secret }: Connected): string | null => {
    const granted = unwrapGranted(keyring, secret)
    return 'code' in granted ? null : granted.accessToken
  }

  /** Whether a connection was not made anew meanwhile, perhaps with an account of another practice. */
  const isSameAccess = (connected: Connected, { accountConfirmedAt }: SystemRow): boolean =>
    connected.accountConfirmedAt?.getTime() === accountConfirmedAt?.getTime()

  /** Claims the renewal of what somebody has in hand; or answers what has come in its place meanwhile. */
  const claim = (connected: Connected) =>
    runJob(connected.clinicId, async (scope) => {
      const system = await lockSystem(scope, connected.id)
      if (!system?.secret || system.credential !== 'grant') throw new AccessBusyError()
      if (system.secret !== connected.secret) {
        const renewed = { ...system, secret: system.secret }
        if (!isSameAccess(connected, system) || tokenOf(renewed) === null) throw new AccessBusyError()
        return { connected: renewed }
      }
      if (system.renewalUntil !== null && system.renewalUntil > scope.now) throw new AccessBusyError()
      const renewalId = randomUUID()
      const renewalUntil = new Date(scope.now.getTime() + renewal_minutes_max * minute_ms)
      await updateSystem(scope, system.id, { renewalId, renewalUntil })
      return { renewalId }
    })

  /** Runs in the transaction that ends a renewal: of this one, and of no connection that was made anew meanwhile. */
  const settle = <T>(
    { clinicId, id }: Connected,
    renewalId: string,
    work: (scope: JobScope, system: SystemRow, note: (entry: JobAuditEntry) => void) => Promise<T>,
  ): Promise<T> =>
    runJob(clinicId, async (scope, note) => {
      const system = await lockSystem(scope, id)
      if (system?.renewalId !== renewalId || !system.secret) throw new AccessBusyError()
      return work(scope, system, note)
    })

  /** Tries again to store, well within the time of a renewal; not where the connection was made anew meanwhile. */
  async function stored<T>(save: () => Promise<T>): Promise<T> {
    for (const pause_ms of saving_pauses_ms) {
      try {
        return await save()
      } catch (error) {
        if (error instanceof AccessBusyError) throw error
        await pause(pause_ms)
      }
    }
    return save()
  }

  const earlyOf = (endsAt: Date | null): number => {
    const life_ms = endsAt === null ? Infinity : endsAt.getTime() - clock.now().getTime()
    return Math.min(renewed_minutes_early * minute_ms, life_ms / 2)
  }

  async function ask(connected: Connected) {
    const system = connected.system as GrantingSystemName
    const granted = unwrapGranted(keyring, connected.secret)
    if ('code' in granted) return grants.exchange(system, granted.code)
    if (granted.refreshToken === null)
      throw new PracticeSystemError('access-ended', 'The access has ended, and nothing renews it')
    const { tokens, endsAt } = await grants.renew(system, granted.refreshToken)
    // Whoever answers no other one lets the one that was used go on.
    return { tokens: { ...tokens, refreshToken: tokens.refreshToken ?? granted.refreshToken }, endsAt }
  }

  /** What opens it from now on. No transaction is open while the practice system is asked. */
  async function renew(connected: Connected): Promise<Connected> {
    const claimed = await claim(connected)
    if ('connected' in claimed) return claimed.connected
    const { renewalId } = claimed
    try {
      const { tokens, endsAt: tokenEndsAt } = await ask(connected)
      const secret = wrapGranted(keyring, { ...tokens, renewed_ms_early: earlyOf(tokenEndsAt) })
      return await stored(() =>
        settle(connected, renewalId, async (scope, { id }) => {
          const done = { renewalId: null, renewalUntil: null }
          return { ...(await updateSystem(scope, id, { secret, tokenEndsAt, ...done })), secret }
        }),
      )
    } catch (error) {
      if (!(error instanceof PracticeSystemError)) throw error
      await settle(connected, renewalId, async (scope, system, note) => {
        if (error.problem === 'access-ended') await endAccess(scope, system, note)
        else await updateSystem(scope, system.id, { renewalId: null, renewalUntil: null })
      })
      throw error
    }
  }

  /** Renews what ends soon; a token that is still good is used where that came to nothing. */
  async function renewedInTime(connected: Connected): Promise<Connected> {
    const granted = unwrapGranted(keyring, connected.secret)
    if ('code' in granted) return renew(connected)
    if (!endsWithin(connected, granted.renewed_ms_early ?? renewed_minutes_early * minute_ms))
      return connected
    try {
      return await renew(connected)
    } catch (error) {
      const isOver = error instanceof PracticeSystemError && error.problem === 'access-ended'
      const isExpected = error instanceof AccessBusyError || error instanceof PracticeSystemError
      if (!isExpected || isOver || endsWithin(connected, 0)) throw error
      return connected
    }
  }

  return {
    async open(connected: Connected): Promise<SystemAccess> {
      const { credential, secret } = connected
      if (credential === 'key') return { key: unwrapKey(keyring, secret), renew: null }
      let current = await renewedInTime(connected)
      return {
        key: tokenOf(current)!,
        async renew() {
          current = await renew(current)
          return tokenOf(current)
        },
      }
    },
  }
}

export type Access = ReturnType<typeof createAccess>
