import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm'
import {
  awaitingStatuses,
  type ConsentTransition,
  type ConsentStatus,
} from '../../../contract/consent-states.ts'
import type { TreatmentSite } from '../../../contract/teeth.ts'
import type { Ids, IdSet } from '../../platform/database/id-set.ts'
import type { PreparedStatement } from '../../platform/database/query-batcher.ts'
import {
  whereOwn,
  whereOwnIn,
  preparedIds,
  preparedInsert,
  preparedQuery,
} from '../../platform/database/prepared-query.ts'
import { isSpread } from '../../platform/database/spread-connection.ts'
import { openRow, sealChange, type Opened } from '../../platform/database/sealed-column.ts'
import type {
  ClinicScope,
  LinkScope,
  StaffScope,
  SweepScope,
  TenantScope,
  Tx,
} from '../../platform/database/transaction.ts'
import { actorText, eventHash, openEvents, sealEvent, type ChainEvent } from './consent-chain.ts'
import { transitionChanges, takeoverChanges, pendingStatuses } from './consent-rules.ts'
import { consentEvents, consentItems, consents, countersignatures } from './consent-schema.ts'
import { consentOf, type PreparedInserts, type RelatedInsert } from './related-insert.ts'
import { sha256 } from '../audit/index.ts'

export type ConsentRecord = typeof consents.$inferSelect

/** Why a consent came to its state, and why treatment started all the same, where somebody said so. */
export function reasonsOf(scope: TenantScope, consent: ConsentRecord) {
  const { reason, startOverride } = openRow(scope, consents, consent)
  return { reason, startOverride }
}

export type ConsentItem = typeof consentItems.$inferSelect
export type Countersignature = typeof countersignatures.$inferSelect

const isConsent = (scope: TenantScope, id: string) =>
  and(eq(consents.clinicId, scope.clinicId), eq(consents.id, id))

const thisConsent = whereOwn(consents, consents.id, 'id')
const consentById = preparedQuery('consent', (tx) => tx.select().from(consents).where(thisConsent))
const consentLocked = preparedQuery('consent_locked', (tx) =>
  tx.select().from(consents).where(thisConsent).for('update'),
)

/** One consent of the scope, or undefined: another clinic's and another patient's are as if they did not exist. */
export const findConsent = async (scope: TenantScope, id: string): Promise<ConsentRecord | undefined> =>
  (await consentById(scope, { id }))[0]

/**
 * The same, kept from changing until the transaction ends: whoever reads its events, signatures and documents as one
 * record starts here, so that no change comes between.
 */
export async function lockConsentForRead(scope: TenantScope, id: string): Promise<ConsentRecord | undefined> {
  const [found] = await scope.tx.select().from(consents).where(isConsent(scope, id)).for('share')
  return found
}

/** The same with the row locked until the transaction ends: whoever changes a consent starts here. */
export const lockConsent = async (scope: TenantScope, id: string): Promise<ConsentRecord | undefined> =>
  (await consentLocked(scope, { id }))[0]

/** The same for whoever holds a link and has proved nothing: of the consent no more than it takes to check and move it. */
export async function lockUnauthenticated(
  scope: LinkScope,
  id: string,
): Promise<Pick<ConsentRecord, 'id' | 'status' | 'patientId' | 'expiresAt'> | undefined> {
  const { status, patientId, expiresAt } = consents
  const [found] = await scope.tx
    .select({ id: consents.id, status, patientId, expiresAt })
    .from(consents)
    .where(isConsent(scope, id))
    .for('update')
  return found
}

const itemsQuery = preparedQuery('items_of_consent', (tx) =>
  tx
    .select()
    .from(consentItems)
    .where(whereOwn(consentItems, consentItems.consentId, 'consentId'))
    .orderBy(asc(consentItems.position)),
)

/** The treatments of a consent, in order. */
export const itemsOf = (scope: TenantScope, consentId: string): Promise<ConsentItem[]> =>
  itemsQuery(scope, { consentId })

const ofItems = whereOwn(consentItems, consentItems.consentId, 'consentId')
const templateIds = preparedIds('consent_templates', (tx) =>
  tx.select({ id: consentItems.templateId }).from(consentItems).where(ofItems),
)
const versionIds = preparedIds('consent_versions', (tx) =>
  tx.select({ id: consentItems.templateVersionId }).from(consentItems).where(ofItems),
)

/** The templates of the same, found along with what is asked about them. */
export const templateIdsOf = (consentId: string): IdSet => templateIds({ consentId })

/** The same of their versions. */
export const versionIdsOf = (consentId: string): IdSet => versionIds({ consentId })

/** Where the treatments of a consent are planned. */
export async function findPlannedPositions(scope: TenantScope, consentId: string): Promise<TreatmentSite[]> {
  return (await itemsOf(scope, consentId)).map(({ teeth, area }) => ({ teeth, area }))
}

export type DraftColumns = Pick<
  ConsentRecord,
  | 'kind'
  | 'parentId'
  | 'patientId'
  | 'clinicianId'
  | 'diagnosis'
  | 'plan'
  | 'treatment'
  | 'teeth'
  | 'replacesId'
>
export type DraftItemColumns = Omit<ConsentItem, 'clinicId' | 'id' | 'consentId' | 'position'>

async function insertItems(scope: ClinicScope, consentId: string, items: readonly DraftItemColumns[]) {
  const { clinicId } = scope
  const rows = items.map((item, index) => ({ ...item, clinicId, consentId, position: index + 1 }))
  await scope.tx.insert(consentItems).values(rows)
}

/** Adds a draft with its treatments. */
export async function insertDraft(
  scope: ClinicScope,
  draft: DraftColumns,
  items: readonly DraftItemColumns[],
): Promise<ConsentRecord> {
  const { clinicId, now } = scope
  const [made] = await scope.tx
    .insert(consents)
    .values({ ...draft, clinicId, createdBy: scope.staffId, createdAt: now, updatedAt: now })
    .returning()
  await insertItems(scope, made!.id, items)
  return made!
}

/** Changes a draft, and puts these treatments in the place of its own. */
export async function updateDraft(
  scope: ClinicScope,
  id: string,
  draft: Omit<DraftColumns, 'replacesId' | 'kind' | 'parentId'>,
  items: readonly DraftItemColumns[],
): Promise<ConsentRecord> {
  const [changed] = await scope.tx
    .update(consents)
    .set({ ...draft, updatedAt: scope.now })
    .where(isConsent(scope, id))
    .returning()
  await scope.tx
    .delete(consentItems)
    .where(and(eq(consentItems.clinicId, scope.clinicId), eq(consentItems.consentId, id)))
  await insertItems(scope, id, items)
  return changed!
}

/** Changes what may change of a locked consent without moving it. */
export async function changeConsent(
  scope: StaffScope,
  consent: ConsentRecord,
  change: Partial<ConsentRecord>,
): Promise<ConsentRecord> {
  const set = { ...change, updatedAt: scope.now }
  await scope.tx.update(consents).set(set).where(isConsent(scope, consent.id))
  return { ...consent, ...set }
}

/** Notes since when a question about a locked consent waits for its answer; null once none does. Its patient may write it too. */
export async function setUnansweredSince(
  scope: TenantScope,
  consentId: string,
  questionsSince: Date | null,
): Promise<void> {
  await scope.tx
    .update(consents)
    .set({ questionsSince, updatedAt: scope.now })
    .where(isConsent(scope, consentId))
}

/** Says of a locked consent that something became of it, which lists and other programs read it anew for. */
export async function touchConsent(scope: TenantScope, consent: ConsentRecord): Promise<ConsentRecord> {
  const set = { updatedAt: scope.now }
  await scope.tx.update(consents).set(set).where(isConsent(scope, consent.id))
  return { ...consent, ...set }
}

/**
 * Says in the chain of a locked consent that treatment begins on it, what was missing then, and why it went ahead. It
 * began once: a later visit of the same treatment adds its event alone.
 */
export async function recordTreatmentStart(
  scope: ClinicScope,
  consentId: string,
  {
    missing,
    overrideReason = null,
    note,
  }: { missing: readonly string[]; overrideReason?: string | null; note?: string | undefined },
): Promise<void> {
  const reason = overrideReason === null ? {} : { reason: overrideReason }
  await appendEvent(scope, consentId, 'consent.treatment_started', {
    missing,
    ...reason,
    ...(note && { note }),
  })
  await scope.tx
    .update(consents)
    .set(
      sealChange(scope, consents, {
        ...{ id: consentId, startedAt: scope.now, startOverride: overrideReason, updatedAt: scope.now },
      }),
    )
    .where(and(isConsent(scope, consentId), isNull(consents.startedAt)))
}

/**
 * Says in the chain of a locked consent that treatment did not begin on it after all. Where an earlier visit had begun
 * it, it stays begun.
 */
export async function undoTreatmentStart(
  scope: ClinicScope,
  consentId: string,
  startedAt: Date,
): Promise<void> {
  await appendEvent(scope, consentId, 'consent.treatment_start_undone', {})
  await scope.tx
    .update(consents)
    .set({ startedAt: null, startOverride: null, updatedAt: scope.now })
    .where(and(isConsent(scope, consentId), eq(consents.startedAt, startedAt)))
}

/** Says in the chain of a locked consent that the patient was handed its text on paper, and when. */
export async function recordPaperCopyGiven(
  scope: ClinicScope,
  { id }: ConsentRecord,
  givenAt: Date,
): Promise<void> {
  await appendEvent(scope, id, 'consent.given_on_paper', { givenAt: givenAt.toISOString() })
  await scope.tx
    .update(consents)
    .set({ paperGivenAt: givenAt, updatedAt: scope.now })
    .where(isConsent(scope, id))
}

/** What this practice sent last of a template and did not make void, with the consent that it belongs to: a draft may be half filled in. */
export async function findLastOfTemplate(scope: ClinicScope, templateId: string) {
  const [found] = await scope.tx
    .select({ item: consentItems, plan: consents.plan })
    .from(consentItems)
    .innerJoin(
      consents,
      and(eq(consents.clinicId, consentItems.clinicId), eq(consents.id, consentItems.consentId)),
    )
    .where(
      and(
        eq(consentItems.clinicId, scope.clinicId),
        eq(consentItems.templateId, templateId),
        isNotNull(consents.sentAt),
        ne(consents.status, 'voided'),
      ),
    )
    .orderBy(desc(consents.sentAt), asc(consentItems.id))
    .limit(1)
  return found
}

const ofThisConsent = whereOwn(consentEvents, consentEvents.consentId, 'consentId')
const chains = preparedQuery('consent_events', (tx) =>
  tx.select().from(consentEvents).where(ofThisConsent).orderBy(asc(consentEvents.number)),
)

/** A consent's events in order. */
export const eventsOf = async (scope: TenantScope, consentId: string): Promise<ChainEvent[]> =>
  openEvents(scope, await chains(scope, { consentId }))

/** Who agrees again answers for each treatment anew: what was taken back before that says nothing any more. */
export const agreementEvents = ['consent.verbal', 'consent.signed']
/** Some of several treatments were taken back; the others stand, and so does the consent. */
export const partWithdrawalEvent = 'consent.treatments_withdrawn'

const agreementEventsQuery = preparedQuery('consent_agreement_events', (tx) =>
  tx
    .select()
    .from(consentEvents)
    .where(
      and(
        whereOwnIn(consentEvents, consentEvents.consentId, 'consentIds'),
        inArray(consentEvents.event, [...agreementEvents, partWithdrawalEvent]),
      ),
    )
    .orderBy(asc(consentEvents.number)),
)

/** What was agreed to and what was taken back of it in the chains of these consents, each chain in its order. */
export const agreementEventsOf = async (scope: TenantScope, consentIds: Ids): Promise<ChainEvent[]> =>
  openEvents(scope, await agreementEventsQuery(scope, { consentIds }))

/**
 * When an event happened. A request reads the clock before it waits for the consent's lock, so it may come after one
 * that read it later: the chain's times still never run backwards.
 */
const nextEventTime = (last: Pick<ChainEvent, 'at'> | undefined, now: Date): Date =>
  last && last.at > now ? last.at : now

const lastEvents = preparedQuery('consent_last_event', (tx) =>
  tx
    .select({ number: consentEvents.number, at: consentEvents.at, hash: consentEvents.hash })
    .from(consentEvents)
    .where(ofThisConsent)
    .orderBy(desc(consentEvents.number))
    .limit(1),
)

type LastEvent = Awaited<ReturnType<typeof lastEvents>>[number] | undefined
type LockedChain = { last: LastEvent; events: ChainEvent[] }

/** Chains of locked consents that a transaction has read: nobody else appends to them until it ends. */
const lockedChains = new WeakMap<TenantScope, Map<string, LockedChain>>()

function holdChain(scope: TenantScope, consentId: string, chain: LockedChain): void {
  const chains = lockedChains.get(scope) ?? new Map<string, LockedChain>()
  chains.set(consentId, chain)
  lockedChains.set(scope, chains)
}

/**
 * The events of a locked consent in order, read once in a transaction: what the scope appends from now on is added to
 * them, and follows the last of them without asking for it.
 */
export async function lockedEventsOf(scope: TenantScope, consentId: string): Promise<readonly ChainEvent[]> {
  const events = [...(await eventsOf(scope, consentId))]
  holdChain(scope, consentId, { last: events.at(-1), events })
  return events
}

/** Reads the last event of a locked consent along with what else is asked: the next one follows it without asking for it. */
export async function readLastEvent(scope: TenantScope, consentId: string): Promise<void> {
  const [last] = await lastEvents(scope, { consentId })
  holdChain(scope, consentId, { last, events: [] })
}

/** The last event of a consent's chain, with all that the next one follows. */
async function lastEventOf(scope: TenantScope, consentId: string): Promise<LastEvent> {
  const chain = lockedChains.get(scope)?.get(consentId)
  return chain ? chain.last : (await lastEvents(scope, { consentId }))[0]
}

type NewEvent = { event: string; details: Record<string, unknown>; last: LastEvent }

const addEvent = preparedInsert('consent_event_added', consentEvents)

/** An event as it follows the last one of a chain. */
function chainEvent(scope: TenantScope, consentId: string, { event, details, last }: NewEvent): ChainEvent {
  const added = {
    clinicId: scope.clinicId,
    consentId,
    number: (last?.number ?? 0) + 1,
    event,
    at: nextEventTime(last, scope.now),
    actor: actorText(scope.actor),
    ip: scope.visit.ip,
    userAgent: scope.visit.userAgent,
    details,
    previousHash: last?.hash ?? '',
  }
  return { ...added, hash: eventHash(added) }
}

/** What follows when an event was appended: the next one follows it, and whoever shows the consent hears of it. */
function noteAppended(scope: TenantScope, appended: ChainEvent): void {
  const { clinicId, consentId } = appended
  const chain = lockedChains.get(scope)?.get(consentId)
  if (chain) {
    chain.last = appended
    chain.events.push(appended)
  }
  scope.enqueue('consent.changed', { clinicId, consentId })
}

/** Adds an event to the chain of a locked consent; whoever shows the consent hears that it is another one now. */
export async function appendEvent(
  scope: TenantScope,
  consentId: string,
  event: string,
  details: Record<string, unknown>,
): Promise<ChainEvent> {
  const last = await lastEventOf(scope, consentId)
  const appended = chainEvent(scope, consentId, { event, details, last })
  await addEvent(scope.tx, sealEvent(scope, appended))
  noteAppended(scope, appended)
  return appended
}

type ChangeParts = {
  clinicId: string | Placeholder
  consentId: string | Placeholder
  event: Record<string, unknown>
  change: Record<string, unknown>
  inserts: readonly RelatedInsert[]
}

/**
 * Changes the consent of an event and appends the event in one statement. Each part takes what the one before it
 * returns, which puts them in this order, so that the guards of the chain see the change.
 */
function changeWithEvent(tx: Tx, { clinicId, consentId, event, change, inserts }: ChangeParts) {
  const last = inserts.at(-1)
  const id = last ? consentOf(last) : consentId
  const changed = tx.$with('changed').as(
    tx
      .update(consents)
      .set(change)
      .where(and(eq(consents.clinicId, clinicId), eq(consents.id, id)))
      .returning({ consentId: consents.id }),
  )
  return tx
    .with(...inserts, changed)
    .insert(consentEvents)
    .values({ ...event, consentId: consentOf(changed) } as never)
}

/**
 * The same in steps, in the same order, where a statement cannot insert what another part of it returned: all of them are
 * in one transaction all the same.
 */
async function changeInSteps(
  tx: Tx,
  {
    clinicId,
    consentId,
    event,
    change,
  }: Omit<ChangeParts, 'inserts'> & { clinicId: string; consentId: string },
  inserts: readonly RelatedInsert[] | PreparedInserts,
): Promise<void> {
  const [parts, values] = 'build' in inserts ? [inserts.build(tx), inserts.values] : [inserts, {}]
  for (const [at, part] of parts.entries()) {
    const select = tx
      .with(part)
      .select({ consentId: sql`${part.consentId}` })
      .from(part)
    await ('build' in inserts ? select.prepare(`${inserts.name} ${at}`).execute(values) : select)
  }
  const changed = await tx
    .update(consents)
    .set(change)
    .where(and(eq(consents.clinicId, clinicId), eq(consents.id, consentId)))
    .returning({ consentId: consents.id })
  if (changed.length === 0) throw new Error('An event was to be written of a consent that is not there')
  await tx.insert(consentEvents).values({ ...event, consentId } as never)
}

type Values = Record<string, unknown>
const changeStatements = new WeakMap<Tx, Map<string, PreparedStatement<unknown>>>()

const withPrefix = (prefix: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]))
const placeholdersOf = (prefix: string, values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, sql.placeholder(prefix + name)]))

/**
 * The same, put together once for each connection and each shape of it: the parts that it inserts and the columns that it
 * sets, of which there are as many as there are moves of a consent. What is set to null is no placeholder's, since its
 * column would read a value from it.
 */
function preparedChange(
  tx: Tx,
  { event, change, inserts }: { event: Values; change: Values; inserts: PreparedInserts },
): PreparedStatement<unknown> {
  const columns = Object.entries(change).map(([name, value]) => (value === null ? `${name} null` : name))
  const shape = [inserts.name, ...columns].join()
  const known = changeStatements.get(tx) ?? new Map<string, PreparedStatement<unknown>>()
  changeStatements.set(tx, known)
  const prepared = known.get(shape)
  if (prepared) return prepared
  const set = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      value === null ? null : sql.placeholder(`set_${name}`),
    ]),
  )
  const made = changeWithEvent(tx, {
    ...{ clinicId: sql.placeholder('clinicId'), consentId: sql.placeholder('consentId') },
    ...{ event: placeholdersOf('event_', event), change: set, inserts: inserts.build(tx) },
  }).prepare(`change_${sha256(shape).slice(0, 32)}`)
  known.set(shape, made)
  return made
}

async function appendWithChange(
  { tx, clinicId }: TenantScope,
  { consentId, ...event }: ChainEvent,
  given: Partial<ConsentRecord>,
  inserts: readonly RelatedInsert[] | PreparedInserts,
): Promise<void> {
  const change = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (isSpread(tx)) return changeInSteps(tx, { clinicId, consentId, event, change }, inserts)
  if (!('build' in inserts)) {
    await changeWithEvent(tx, { clinicId, consentId, event, change, inserts })
    return
  }
  await preparedChange(tx, { event, change, inserts }).execute({
    ...{ clinicId, consentId },
    ...withPrefix('event_', event),
    ...withPrefix('set_', change),
    ...inserts.values,
  })
}

/** A change that inserts nothing beside its event. */
const noInserts: PreparedInserts = { name: 'nothing', build: () => [], values: {} }

type TransitionOptions = {
  details?: Record<string, unknown>
  set?: Partial<Opened<ConsentRecord>>
  /** What is inserted for it before the consent moves, in the same statement and in this order. */
  inserts?: readonly RelatedInsert[] | PreparedInserts
}

/**
 * Moves a locked consent to its next state and writes the event, telling whoever listens for it. Answers what is known
 * of it with the change, or null when the state does not allow the move.
 */
export async function transitionConsent<Known extends Pick<ConsentRecord, 'id' | 'status'>>(
  scope: TenantScope,
  consent: Known,
  move: ConsentTransition,
  { details = {}, set = {}, inserts = noInserts }: TransitionOptions = {},
): Promise<Known | null> {
  const last = await lastEventOf(scope, consent.id)
  // As its event does: neither goes before what has happened, also where the clock was set back.
  const next = transitionChanges(consent.status, move, nextEventTime(last, scope.now))
  if (!next) return null
  const sealed = sealChange(scope, consents, { id: consent.id, ...set }) as Partial<ConsentRecord>
  const change = { ...sealed, ...next.change }
  const appended = chainEvent(scope, consent.id, { event: next.event, details, last })
  await appendWithChange(scope, sealEvent(scope, appended), change, inserts)
  noteAppended(scope, appended)
  scope.enqueue(next.event, { clinicId: scope.clinicId, consentId: consent.id })
  return { ...consent, ...change }
}

/**
 * Replaces the older consent that a newer one names, where it stands in one of these states and is still about the same
 * patient, which a change of the newer one's draft may have ended. Answers whether it did.
 */
export async function supersede(
  scope: StaffScope,
  { id: by, replacesId, patientId }: ConsentRecord,
  from: readonly ConsentStatus[],
): Promise<boolean> {
  const older = replacesId ? await lockConsent(scope, replacesId) : undefined
  if (older?.patientId !== patientId || !from.includes(older.status)) return false
  return (await transitionConsent(scope, older, 'supersede', { details: { by } })) !== null
}

/** Of a draft that was discarded no list shows and no count holds anything. What was made void always has its reason. */
export const isNotDiscarded: SQL = sql`(${consents.status} <> 'voided' or ${consents.reason} is not null)`

/** Who looks after a consent: whoever took it over, else its clinician. */
export const responsibleStaffColumn = sql<string>`coalesce(${consents.takeoverId}, ${consents.clinicianId})`

const isPendingWith = (scope: StaffScope, staffId: string) =>
  and(
    eq(consents.clinicId, scope.clinicId),
    inArray(consents.status, [...pendingStatuses]),
    eq(responsibleStaffColumn, staffId),
  )

/** How many consents a member of staff looks after that are neither finished nor ended. */
export async function countPending(scope: StaffScope, staffId: string): Promise<number> {
  const [counted] = await scope.tx
    .select({ pending: count() })
    .from(consents)
    .where(isPendingWith(scope, staffId))
  return counted!.pending
}

/** The same consents, locked until the transaction ends: those that came first, at most `limit`. */
export const lockPending = (scope: StaffScope, staffId: string, limit: number): Promise<ConsentRecord[]> =>
  scope.tx
    .select()
    .from(consents)
    .where(isPendingWith(scope, staffId))
    .orderBy(asc(consents.id))
    .limit(limit)
    .for('update')

/** Hands a locked consent to somebody else and says so in its chain, where both sides read it. */
export async function reassign(
  scope: StaffScope,
  { id, status }: ConsentRecord,
  takeoverId: string,
  names: { from: string; to: string },
): Promise<void> {
  await scope.tx
    .update(consents)
    .set({ ...takeoverChanges(status, takeoverId), updatedAt: scope.now })
    .where(isConsent(scope, id))
  await appendEvent(scope, id, 'consent.reassigned', names)
}

/** Keeps the countersignature of the signed-in clinician. */
export async function insertCountersignature(
  scope: ClinicScope,
  row: Omit<Countersignature, 'clinicId' | 'id' | 'at' | 'staffId'>,
): Promise<void> {
  await scope.tx
    .insert(countersignatures)
    .values({ ...row, clinicId: scope.clinicId, staffId: scope.staffId, at: scope.now })
}

const countersignatureOfConsent = preparedQuery('countersignature', (tx) =>
  tx
    .select()
    .from(countersignatures)
    .where(whereOwn(countersignatures, countersignatures.consentId, 'consentId')),
)

/** The countersignature of a consent; undefined until there is one. */
export const countersignatureOf = async (
  scope: TenantScope,
  consentId: string,
): Promise<Countersignature | undefined> => (await countersignatureOfConsent(scope, { consentId }))[0]

/** Ids of consents whose time has run out, oldest first. */
export const expiredConsents = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: consents.clinicId, id: consents.id })
    .from(consents)
    .where(and(inArray(consents.status, awaitingStatuses), lte(consents.expiresAt, scope.now)))
    .orderBy(asc(consents.expiresAt))
    .limit(limit)
