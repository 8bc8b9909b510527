import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Consent } from '../../contract/consents.ts'
import {
  nextMessageStatus,
  isUndelivered,
  type DeliveryEvent,
  type MessageStatus,
} from '../../contract/delivery-states.ts'
import { contract } from '../../contract/index.ts'
import { verifyChainsAfter } from '../../server/modules/consents/index.ts'
import type { JobScope } from '../../server/platform/database/transaction.ts'
import { checkFile } from '../../verification/file-check.ts'
import { randomAddress, type FetchCaller } from './fetch-caller.ts'

/** What the product has acknowledged of one consent. */
export type Acknowledged = {
  outcome: 'signed' | 'declined' | 'open'
  sentBy: 'link' | 'email' | 'sms' | null
  isCountersigned: boolean
  questions: number
  answers: number
}

export type InvariantContext = {
  staff: FetchCaller
  address: string
  /** The owner of the database, who sees all of it. */
  owner: pg.ClientConfig
  acknowledged: ReadonlyMap<string, Acknowledged>
  /** Of every consent that was asked for, and of no other. */
  diagnosis: string
}

/** What was looked at, by invariant; and what does not hold. */
export type InvariantReport = { checked: Record<string, number>; amiss: string[] }

const at_once = 4
const seal_seconds_max = 240

class InvariantNotes {
  readonly checked: Record<string, number> = {}
  readonly amiss: string[] = []
  check(invariant: string, holds: boolean, what: string): void {
    this.checked[invariant] = (this.checked[invariant] ?? 0) + 1
    if (!holds) this.amiss.push(`${invariant}: ${what}`)
  }
}

/**
 * Compares what the product acknowledged with what it holds: nothing lost or doubled, every chain and document true,
 * no state left but as the tables say, no message made twice. Waits for documents that are being prepared.
 */
export async function checkInvariants({
  staff,
  address,
  owner,
  acknowledged,
  diagnosis,
}: InvariantContext): Promise<InvariantReport> {
  const notes = new InvariantNotes()
  const waiting = [...acknowledged]
  const one = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      await checkConsent(notes, { staff, address }, ...next)
  }
  await Promise.all(Array.from({ length: at_once }, one))
  const { intact, rows } = await staff.call(contract.audit.verify, {})
  notes.check('the audit log verifies', intact, `${rows} rows`)
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await checkCreated(notes, client, { acknowledged, diagnosis })
    await checkDatabase(notes, client)
  } finally {
    await client.end()
  }
  return notes
}

/** A consent once its documents are sealed, or as it is when that takes too long. */
async function waitUntilSealed(staff: FetchCaller, consentId: string, wanted: number): Promise<Consent> {
  const until = Date.now() + seal_seconds_max * 1000
  for (;;) {
    const consent = await staff.call(contract.consents.get, { consentId })
    if (consent.documents.length >= wanted || Date.now() > until) return consent
    await sleep(250)
  }
}

async function checkConsent(
  notes: InvariantNotes,
  { staff, address }: Pick<InvariantContext, 'staff' | 'address'>,
  consentId: string,
  { outcome, sentBy, isCountersigned, questions, answers }: Acknowledged,
): Promise<void> {
  const wanted = outcome === 'signed' ? (isCountersigned ? 2 : 1) : 0
  const consent = await waitUntilSealed(staff, consentId, wanted)
  const happened = (event: string, times: number) =>
    notes.check(
      `as often on record as acknowledged: ${event}`,
      consent.events.filter((each) => each.event === event).length === times,
      consentId,
    )
  happened('consent.created', 1)
  happened('consent.sent', sentBy ? 1 : 0)
  happened('consent.signed', outcome === 'signed' ? 1 : 0)
  happened('consent.discussed', isCountersigned ? 1 : 0)
  happened('consent.finalised', isCountersigned ? 1 : 0)
  happened('consent.declined', outcome === 'declined' ? 1 : 0)
  happened('question.asked', questions)
  happened('question.answered', answers)
  happened('document.sealed', wanted)
  if (outcome === 'signed') {
    notes.check('acknowledged signatures are there', consent.signature !== null, consentId)
    const kinds = consent.documents
      .map(({ kind }) => kind)
      .toSorted()
      .join()
    const right = isCountersigned ? 'finalised,signed' : 'signed'
    notes.check('signed consents have their documents', kinds === right, `${consentId}: ${kinds}`)
  }
  if (outcome === 'declined')
    notes.check('acknowledged refusals are there', consent.status === 'declined', consentId)
  notes.check('chains verify', consent.chainIntact, consentId)
  if (questions > 0) {
    const asked = await staff.call(contract.questions.list, { consentId })
    notes.check('acknowledged questions are there, once', asked.length === questions, consentId)
    const told = asked.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'answered').length
    notes.check('acknowledged answers are there, once', told === answers, consentId)
  }
  for (const { id, sha256 } of consent.documents) {
    const answer = await downloadDocument({ staff, address }, consentId, id)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const isSame = createHash('sha256').update(bytes).digest('hex') === sha256
    const verdict = await checkFile(bytes)
    notes.check(
      'documents have their hash, and their seals hold',
      isSame && verdict.outcome === 'unchanged',
      `${consentId}: answered ${answer.status}, ${isSame ? verdict.says : 'another hash'}`,
    )
  }
}

/** Asked for from many places: thousands a minute from one are turned away. */
const downloadDocument = (
  { staff, address }: Pick<InvariantContext, 'staff' | 'address'>,
  consentId: string,
  documentId: string,
): Promise<Response> =>
  fetch(`${address}/api/clinic/consents/${consentId}/documents/${documentId}`, {
    headers: { cookie: staff.cookie(), 'x-forwarded-for': randomAddress() },
  })

/** All that the database holds, also of what nobody was told. */
async function checkDatabase(notes: InvariantNotes, client: pg.Client): Promise<void> {
  const { rows: clinics } = await client.query<{ id: string }>('select id from clinics')
  for (const { id: clinicId } of clinics) {
    // Words whose keys are not at hand are left out: the rest of each chain is checked.
    const cellKeys = { current: null, find: () => null }
    const scope = { tx: drizzle(client), clinicId, cellKeys } as unknown as JobScope
    let last: string | null = null
    for (;;) {
      const page = await verifyChainsAfter(scope, last)
      for (const { consentId, isWhole } of page)
        notes.check('every consent came to its state by allowed moves', isWhole, consentId)
      if (page.length === 0) break
      last = page.at(-1)!.consentId
    }
  }
  await checkMessages(notes, client)
  // The numbers of a chain are held apart by a key, what they tell of is not.
  const { rows: happened } = await client.query<{ what: string; times: number }>(
    `select event || ' of ' || consent_id as what, count(*)::int as times from consent_events
     where event in ('consent.created', 'consent.sent', 'consent.signed', 'consent.finalised', 'consent.declined')
     group by 1`,
  )
  for (const { what, times } of happened)
    notes.check('what can happen to a consent once is on record once', times === 1, what)
}

/**
 * What was asked for in the load is there as often as it was acknowledged: a consent, a message or a copy too many
 * breaks no rule of the database, and bears an id of its own.
 */
async function checkCreated(
  notes: InvariantNotes,
  client: pg.Client,
  { acknowledged, diagnosis }: Pick<InvariantContext, 'acknowledged' | 'diagnosis'>,
): Promise<void> {
  const { rows: made } = await client.query<{ id: string }>('select id from consents where diagnosis = $1', [
    diagnosis,
  ])
  for (const { id } of made)
    notes.check('consents were made as often as acknowledged', acknowledged.has(id), `one too many: ${id}`)
  const there = new Set(made.map(({ id }) => id))
  for (const id of acknowledged.keys())
    notes.check('acknowledged consents are there', there.has(id), `lost: ${id}`)
  const { rows: messages } = await client.query<MessageAbout>(
    `select about_id, kind, channel, status from messages where about_id = any($1) order by created_at, id`,
    [[...acknowledged.keys()]],
  )
  const about = Map.groupBy(messages, ({ about_id }) => about_id)
  for (const [id, known] of acknowledged) checkSendings(notes, about.get(id) ?? [], id, known)
}

type MessageAbout = { about_id: string; kind: string; channel: string; status: MessageStatus }

/** One message for a sending, one more on another way where that did not arrive, and a copy of each document. */
function checkSendings(
  notes: InvariantNotes,
  messages: readonly MessageAbout[],
  consentId: string,
  { outcome, sentBy, isCountersigned }: Acknowledged,
): void {
  const told = `${consentId}: ${messages.map(({ kind, channel, status }) => `${kind} ${channel} ${status}`)}`
  const [first, ...others] = messages.filter(({ kind }) => kind === 'consent-link')
  const isRight = sentBy === 'email' || sentBy === 'sms' ? first?.channel === sentBy : first === undefined
  const mayFollow = first && isUndelivered(first.status) ? 1 : 0
  const isOnce = others.length <= mayFollow && others.every(({ channel }) => channel !== sentBy)
  notes.check('there is one message for each sending', isRight && isOnce, told)
  const copies = messages.filter(({ kind }) => kind === 'signed-copy').length
  const documents = outcome === 'signed' ? (isCountersigned ? 2 : 1) : 0
  notes.check('there is one copy for each document', copies === documents, told)
}

/** Every message is in the state to which its news lead, one allowed step after the other. */
async function checkMessages(notes: InvariantNotes, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; status: MessageStatus; news: string[] }>(
    `select m.id, m.status, array_agg(n.news order by n.id) filter (where n.news is not null) as news
     from messages m left join message_news n on n.clinic_id = m.clinic_id and n.message_id = m.id
     where m.channel <> 'letter' group by m.clinic_id, m.id`,
  )
  for (const { id, status, news } of rows) {
    const moves = (news ?? []).filter((each) => each !== 'queue') as DeliveryEvent[]
    const end = moves.reduce<MessageStatus>((at, move) => nextMessageStatus(at, move) ?? at, 'queued')
    notes.check(
      'every message came to its state by allowed moves',
      end === status,
      `${id}: ${status}, ${news}`,
    )
    const taken = moves.filter((move) => move === 'accept').length
    notes.check('no message was taken twice by whoever delivers', taken <= 1, id)
  }
}

/** Whether each message was written into the outbox once: a file bears its moment and its message's id. */
export function checkOutboxUniqueness({ checked, amiss }: InvariantReport, dataDir: string): void {
  const ids = readdirSync(path.join(dataDir, 'outbox')).map((name) => name.replace(/^[^-]*-/, ''))
  const invariant = 'no message was sent twice'
  checked[invariant] = ids.length
  for (const id of ids.filter((each, place) => ids.indexOf(each) !== place)) amiss.push(`${invariant}: ${id}`)
}
