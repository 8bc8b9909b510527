import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type {
  AdminCaller,
  GroupCaller,
  ClinicCaller,
  IntegrationCaller,
  LinkCaller,
  PatientCaller,
  ProgramCaller,
  SupporterCaller,
  Actor,
  RequestContext,
} from '../../../contract/access.ts'
import type { CellKeys } from '../keys/cell-cipher.ts'
import {
  confirmationOf,
  isUnconfirmed,
  markOf,
  UnconfirmedCallerError,
  type CallerSource,
  type Confirmation,
} from './caller-memory.ts'
import { session_limits } from './database-login.ts'
import { isLostConnection, isStatementTimeout, type Database } from './database.ts'
import { firstQueryError, clearQueryError } from './first-query-error.ts'
import { isRetry } from '../retry-error.ts'
import { traced } from '../tracing/spans.ts'
import type { ReadReplica } from './read-replica.ts'
import { changeInOrder, isSpread } from './spread-connection.ts'
import { readOnce, type ScopeStatement } from './single-reading.ts'

export type Tx = NodePgDatabase

/** What every scope can do besides query: know the time, and hand work to the queue with the change itself. */
type TransactionContext = {
  tx: Tx
  now: Date
  /** What encrypted columns of the practice are opened and encrypted with; a scope of no practice has no key. */
  cellKeys: CellKeys
  /** Puts a job on a queue in this transaction; written last, so it is there exactly when the change is. */
  enqueue(queue: string, data: JobData): void
}

/** Ids only: a job reads what it needs when it runs. */
export type JobData = { clinicId?: string } & Record<string, string>

/** A job's own caller: one clinic, nobody in person. */
export type JobCaller = {
  audience: 'job'
  clinicId: string
  actor: Extract<Actor, { kind: 'system' }>
  visit: RequestContext
}
/** A job about what is the platform's and no clinic's; nobody in person. */
export type PlatformCaller = Omit<JobCaller, 'audience' | 'clinicId'> & { audience: 'platform' }
/** A job on behalf of a group of practices, which reads what the group may; nobody in person. */
export type GroupJobCaller = Omit<JobCaller, 'audience' | 'clinicId'> & {
  audience: 'groupJob'
  groupId: string
}
/** Encrypts what a practice's columns hold from before; it changes these columns, and nothing else. */
export type SealerCaller = Omit<JobCaller, 'audience'> & { audience: 'sealer' }
/** Takes a record away whose time has come and whose end two people decided; nothing else may (rulings 22). */
export type DestroyerCaller = Omit<JobCaller, 'audience'> & { audience: 'destroyer' }
/**
 * Somebody who runs the platform reads one consent of a clinic, for a reason and until a time (rulings 5). It is opened
 * by the row that says so, and is that clinic's and that consent's alone; nothing can be written.
 */
export type EmergencyCaller = {
  audience: 'emergency'
  clinicId: string
  /** The one consent. */
  consentIds: string[]
  accessId: string
  reason: string
  until: Date
  actor: Extract<Actor, { kind: 'admin' }>
  visit: RequestContext
}
/** A sweep over all clinics: may list ids, and nothing else. */
export type SweepCaller = {
  audience: 'sweep'
  actor: Extract<Actor, { kind: 'system' }>
  visit: RequestContext
}

export type Caller =
  | LinkCaller
  | PatientCaller
  | SupporterCaller
  | ClinicCaller
  | AdminCaller
  | GroupCaller
  | IntegrationCaller
  | ProgramCaller
  | JobCaller
  | DestroyerCaller
  | SealerCaller
  | PlatformCaller
  | GroupJobCaller
  | EmergencyCaller
  | SweepCaller

export type LinkScope = LinkCaller & TransactionContext
export type PatientScope = PatientCaller & TransactionContext
/** Reads one consent along with its patient, and writes nothing. */
export type SupporterScope = SupporterCaller & TransactionContext
export type ClinicScope = ClinicCaller & TransactionContext
/** Counts of the practices of a group, and its own people and invitations. */
export type GroupScope = GroupCaller & TransactionContext
export type GroupJobScope = GroupJobCaller & TransactionContext
/** The group's side: its people, and jobs on its behalf. */
export type AnyGroupScope = GroupScope | GroupJobScope
export type AdminScope = AdminCaller & TransactionContext
export type IntegrationScope = IntegrationCaller & TransactionContext
/** A program that acts for the practice: what it writes goes by the practice's own role. */
export type ProgramScope = ProgramCaller & TransactionContext
export type JobScope = JobCaller & TransactionContext
export type DestroyerScope = DestroyerCaller & TransactionContext
export type SealerScope = SealerCaller & TransactionContext
export type PlatformScope = PlatformCaller & TransactionContext
export type EmergencyScope = EmergencyCaller & TransactionContext
export type SweepScope = SweepCaller & TransactionContext
/** Any scope that holds exactly one clinic. */
export type TenantScope =
  LinkScope | PatientScope | SupporterScope | ClinicScope | IntegrationScope | JobScope | EmergencyScope
/** The practice's side of it: its staff, and jobs on its behalf. */
export type StaffScope = ClinicScope | JobScope
/** The scope that a caller's transaction gives. */
export type ScopeOf<C extends Caller> = C & TransactionContext

const roleOf = {
  link: 'candour_link',
  patient: 'candour_patient',
  supporter: 'candour_supporter',
  clinic: 'candour_clinic',
  job: 'candour_clinic',
  admin: 'candour_admin',
  group: 'candour_group',
  groupJob: 'candour_group',
  platform: 'candour_admin',
  integration: 'candour_integration',
  program: 'candour_clinic',
  destroyer: 'candour_destroyer',
  sealer: 'candour_sealer',
  emergency: 'candour_emergency',
  sweep: 'candour_job',
} as const satisfies Record<Caller['audience'], string>

/** Where practices' keys for columns come from: held in memory, or loaded with a connection of its own. */
export type CellKeySource = {
  held(clinicId: string): CellKeys | undefined
  load(clinicId: string): Promise<CellKeys>
}
const cellKeySources = new WeakMap<Database, CellKeySource>()
const noCellKeys: CellKeys = { current: null, find: () => undefined }

/** Gives every transaction of a practice the keys that its columns are encrypted with. */
export const useCellKeys = (database: Database, source: CellKeySource): void =>
  void cellKeySources.set(database, source)

/** Before the transaction, which may ask for no second connection. */
function cellKeysFor(database: Database, caller: Caller): CellKeys | Promise<CellKeys> {
  const source = cellKeySources.get(database)
  if (!source || !('clinicId' in caller)) return noCellKeys
  return source.held(caller.clinicId) ?? source.load(caller.clinicId)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function joinUuids(values: string[]): string {
  const wrong = values.find((value) => !uuid.test(value))
  if (wrong !== undefined) throw new Error('A scope was opened with an id that is none')
  return values.join(',')
}

/** One for each connection, which queries that are kept for it are known by. */
const txOf = new WeakMap<pg.ClientBase, Tx>()

/** The queries of a connection. */
export function openTx(client: pg.ClientBase): Tx {
  const tx = txOf.get(client) ?? drizzle(client as pg.PoolClient)
  txOf.set(client, tx)
  return tx
}

/**
 * Whoever holds a link finds rows by their keys alone: one plan is right for all values, and planning takes longer than
 * finding.
 */
const hasOnePlan = ({ audience }: Caller): boolean => audience === 'link' || audience === 'patient'

/** Every value is a name of ours or a checked uuid. */
const scopeSettings = (caller: Caller) => ({
  role: roleOf[caller.audience],
  clinicId: 'clinicId' in caller ? joinUuids([caller.clinicId]) : '',
  consentIds: 'consentIds' in caller ? joinUuids(caller.consentIds) : '',
  groupId: 'groupId' in caller ? joinUuids([caller.groupId]) : '',
  // Policies show an app that was opened at a patient the rows of that patient alone.
  patientId: caller.audience === 'integration' && caller.patientId ? joinUuids([caller.patientId]) : '',
  planCacheMode: hasOnePlan(caller) ? 'force_generic_plan' : 'auto',
})

/**
 * What a connection of our own has from its beginning, and one that a pooler lends has not: the limits, and that it leads
 * to the primary. A standby has no end of the log that it could tell, and refuses.
 */
function lentSettings({ lent }: Database): string {
  if (!lent) return ''
  const limits = Object.entries(session_limits).map(([name, ms]) => `set_config('${name}', '${ms}', true)`)
  return [...limits, ...(lent.isPrimary ? ['pg_current_wal_flush_lsn()'] : [])].join(', ')
}

/** Whether the caller is kept to more than a practice and its consents, which what is asked once is not told. */
const isNarrowed = (caller: Caller): boolean => {
  const { groupId, patientId } = scopeSettings(caller)
  return groupId !== '' || patientId !== ''
}

/** In front of what is asked once; the database refuses every write behind it. */
function singleReadingScope(database: Database, caller: Caller): ScopeStatement {
  const { role, clinicId, consentIds, planCacheMode } = scopeSettings(caller)
  const confirmation = confirmationOf(caller)
  if (confirmation) return confirmedScope(database, confirmation, { role, planCacheMode })
  return {
    name: 'single_reading_scope',
    text:
      "select set_config('role', $1, true), set_config('app.clinic_id', $2, true), " +
      "set_config('app.consent_ids', $3, true), set_config('plan_cache_mode', $4, true), " +
      "set_config('transaction_read_only', 'on', true)" +
      (database.lent ? `, ${lentSettings(database)}` : ''),
    values: [role, clinicId, consentIds, planCacheMode],
  }
}

/**
 * The same where who asks is asked along with it: practice and consent are those of the token by the database's own
 * answer, and only if that is the one before, in every column. Else they are nobody's, so that no policy shows a row of
 * theirs, and nothing of what is asked behind it is told. The bare login would be refused instead, and each refusal
 * stands in the database's log like that of an intruder.
 */
function confirmedScope(
  database: Database,
  confirmation: Confirmation,
  { role, planCacheMode }: { role: string; planCacheMode: string },
): ScopeStatement {
  const { source, token, moment, mark } = confirmation
  return {
    name: `single_reading_scope_by_${source.name}`,
    text: confirmedScopeText(database, source),
    values: [role, planCacheMode, token, moment.toISOString(), mark],
    told: (isSet) => void (confirmation.isConfirmed = isSet),
  }
}

const confirmedScopeText = (database: Database, { name, isOfOneRecord }: CallerSource): string =>
  `select found.clinic_id is not null,
    set_config('role', $1, true),
    set_config('app.clinic_id', coalesce(found.clinic_id::text, ''), true),
    set_config('app.consent_ids', ${isOfOneRecord ? `coalesce(found.consent_id::text, '')` : `''`}, true),
    set_config('plan_cache_mode', $2, true), set_config('transaction_read_only', 'on', true)` +
  (database.lent ? `, ${lentSettings(database)}` : '') +
  ` from (values (0)) as once left join ${name}($3, $4) as found on ${markOf('found')} = $5`

/** Back to the bare login. */
const leaveRole = 'set local role none'

/** Roles of our own and ids that were checked: nothing needs escaping. */
function scopeStatements(database: Database, caller: Caller): string[] {
  const { role, clinicId, consentIds, groupId, patientId, planCacheMode } = scopeSettings(caller)
  return [
    `set local role ${role}`,
    `set local app.clinic_id = '${clinicId}'`,
    `set local app.consent_ids = '${consentIds}'`,
    ...(groupId ? [`set local app.group_id = '${groupId}'`] : []),
    ...(patientId ? [`set local app.patient_id = '${patientId}'`] : []),
    ...(hasOnePlan(caller) ? [`set local plan_cache_mode = ${planCacheMode}`] : []),
    ...(database.lent ? [`select ${lentSettings(database)}`] : []),
  ]
}

/** The beginning of a transaction in its scope, as one statement: one way to the database, and nothing to wait for. */
function begin(
  client: pg.PoolClient,
  database: Database,
  caller: Caller,
  how: Pick<TransactionOptions<Caller, unknown>, 'isReadOnly' | 'isOneMoment'>,
): Promise<unknown> {
  const statements = [beginStatement(caller, how), ...scopeStatements(database, caller)]
  if (!isSpread(client)) return client.query(statements.join('; '))
  // Who sees one practice asks one server.
  if (!('clinicId' in caller) && !how.isReadOnly) statements.splice(1, 0, changeInOrder)
  return Promise.all(statements.flatMap(spreadForm).map((text) => client.query(text)))
}

/**
 * Citus hands a setting on to the servers that hold the rows, with all of the text that it stands in, so that each is sent
 * by itself. The role it does not need: it connects there as whoever asks, which within a function is its owner. What a
 * function sets is not handed on. It makes no plan for all values.
 */
function spreadForm(statement: string): string[] {
  if (statement.startsWith('set local plan_cache_mode')) return []
  return [statement.replace(/^set local role (\w+)$/, "select set_config('role', '$1', true)")]
}

/**
 * Who only reads asks in several queries and can lock nothing: all of them see everything as it was at one moment. What
 * is destroyed is what was looked at: a row that comes meanwhile is not seen, stays, and by its key lets nothing go.
 */
const beginStatement = (
  { audience }: Caller,
  {
    isReadOnly: isRead = false,
    isOneMoment = false,
  }: Pick<TransactionOptions<Caller, unknown>, 'isReadOnly' | 'isOneMoment'>,
): string => {
  const seesOneMoment = isRead || isOneMoment || audience === 'destroyer'
  return `begin${seesOneMoment ? ' isolation level repeatable read' : ''}${isRead ? ' read only' : ''}`
}

export type PendingJob = { queue: string; data: JobData }

/** Written last, as the bare login that alone may insert audit rows and jobs. */
export type BeforeCommit = (client: pg.PoolClient, pending: PendingJob[]) => Promise<void>

export type TransactionOptions<C extends Caller, R> = {
  now: Date
  /** Nothing is written, which the database sees to; so the answer need not wait for the end of the transaction. */
  isReadOnly?: boolean
  /** It writes no more than who read, and its questions see everything as it was at one moment. */
  isOneMoment?: boolean | undefined
  /**
   * It asks once, all at the same moment: the question travels with its scope, and nothing else does. Where it asks again
   * after all, the work begins anew in a transaction of its own.
   */
  readsOnce?: boolean | undefined
  work: (scope: ScopeOf<C>) => Promise<R>
  /** None where nothing is to be written, which saves the way to the database. */
  beforeCommit: (result: R, pending: readonly PendingJob[]) => BeforeCommit | null
}

type TransactionSteps<C extends Caller, R> = TransactionOptions<C, R> & {
  cellKeys: CellKeys
  database: Database
}

/**
 * Runs `work` in one transaction as the role and the clinic of the caller. What `work` enqueued, and whatever
 * `closing` adds, is written before the commit; if anything throws, nothing of it has happened.
 */
export async function transact<C extends Caller, R>(
  database: Database,
  caller: C,
  options: TransactionOptions<C, R>,
): Promise<R> {
  const { audience } = caller
  const keys = cellKeysFor(database, caller)
  const steps = { ...options, database, cellKeys: keys instanceof Promise ? await keys : keys }
  // From before a connection is there until it is given back.
  const borrow = <T>(name: string, work: (client: pg.PoolClient) => Promise<T>) =>
    traced(name, { 'app.audience': audience }, () => database.borrow(work))
  const inTransaction = () =>
    new Promise<R>((resolve, reject) => {
      borrow('transaction', (client) => run(client, caller, steps, resolve)).catch(reject)
    })
  // Whoever is only remembered is confirmed along with a single reading, and by nothing else.
  const assertConfirmed = () => {
    if (isUnconfirmed(caller)) throw new UnconfirmedCallerError()
  }
  if (!steps.readsOnce || isNarrowed(caller)) {
    assertConfirmed()
    return inTransaction()
  }
  const read = await borrow('single reading', (client) => runOnce(client, caller, steps))
  if (read) return read.result
  assertConfirmed()
  return inTransaction()
}

/**
 * The same for work that writes nothing itself: on the replica where it is fresh enough, else on the primary. What is
 * written of it, who read above all, is written on the primary before anything is answered.
 */
export async function transactOnReplica<C extends Caller, R>(
  { replica, primary }: { replica: ReadReplica; primary: Database },
  caller: C,
  options: TransactionOptions<C, R>,
): Promise<R> {
  const read = await replica.tryRead(async (database) => {
    let written: { close: BeforeCommit; pending: PendingJob[] } | null = null as never
    const result = await transact(database, caller, {
      ...options,
      isReadOnly: true,
      beforeCommit(answered, pending) {
        const close = options.beforeCommit(answered, pending)
        written = close && { close, pending: [...pending] }
        return null
      },
    })
    return { result, written }
  })
  if (!read) return transact(primary, caller, options)
  const { result, written } = read.result
  if (written) await primary.borrow((client) => writeAlone(client, written))
  return result
}

/** Writes what else is written last in a transaction, in one of its own. */
async function writeAlone(
  client: pg.PoolClient,
  { close, pending }: { close: BeforeCommit; pending: PendingJob[] },
): Promise<void> {
  await client.query('begin')
  try {
    await close(client, pending)
    await client.query('commit')
  } catch (error) {
    if (!isLostConnection(error)) await client.query('rollback')
    throw error
  }
}

/** The same for work that asks once and writes nothing; null where it has to begin anew. */
async function runOnce<C extends Caller, R>(
  client: pg.PoolClient,
  caller: C,
  { database, now, cellKeys, work, beforeCommit }: TransactionSteps<C, R>,
): Promise<{ result: R } | null> {
  // What is set without a transaction is not handed on to other servers.
  if (isSpread(client)) return null
  const pending: PendingJob[] = []
  const enqueue = (queue: string, data: JobData) => void pending.push({ queue, data })
  const scope = { ...caller, tx: openTx(client), now, cellKeys, enqueue } as unknown as ScopeOf<C>
  try {
    const result = await readOnce(client, singleReadingScope(database, caller), () => work(scope))
    // Unconfirmed also where nothing was asked at all.
    return isUnconfirmed(caller) || beforeCommit(result, pending) ? null : { result }
  } catch (error) {
    if (isRetry(error)) return null
    const isAway = isLostConnection(error) || isStatementTimeout(error)
    throw isUnconfirmed(caller) && !isAway ? new UnconfirmedCallerError(error) : error
  }
}

/** Tells the result as soon as it is certain, and returns when the connection may be given back. */
async function run<C extends Caller, R>(
  client: pg.PoolClient,
  caller: C,
  { database, now, cellKeys, work, beforeCommit, isReadOnly = false, isOneMoment }: TransactionSteps<C, R>,
  tell: (result: R) => void,
): Promise<void> {
  clearQueryError(client)
  // `begin` and the settings travel as one statement, and what is asked first travels right behind it (rulings 28): had
  // it failed, the bare login may do nothing.
  const begun = begin(client, database, caller, { isReadOnly, isOneMoment })
  begun.catch(() => {})
  try {
    const pending: PendingJob[] = []
    const enqueue = (queue: string, data: JobData) => void pending.push({ queue, data })
    const scope = { ...caller, tx: openTx(client), now, cellKeys, enqueue } as unknown as ScopeOf<C>
    const result = await work(scope)
    await begun
    const close = beforeCommit(result, pending)
    if (close) {
      await Promise.all([
        client.query(isSpread(client) ? spreadForm(leaveRole)[0]! : leaveRole),
        close(client, pending),
      ])
    }
    if (isReadOnly && !close) tell(result)
    await client.query('commit')
    tell(result)
  } catch (error) {
    // A connection that is lost is thrown away, and takes its transaction along.
    if (!isLostConnection(error)) await client.query('rollback').catch(() => {})
    // Without a transaction whatever `work` asked was refused: why there was none is the reason.
    await begun
    throw firstQueryError(client, error)
  }
}
