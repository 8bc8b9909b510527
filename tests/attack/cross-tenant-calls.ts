import fc from 'fast-check'
import { unzipSync } from 'fflate'
import type { InjectOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import {
  createTestCaller,
  nextIpAddress,
  type TestCaller,
  type TestResponse,
} from '../../server/testing/test-caller.ts'
import type { TestApp } from '../../server/testing/test-app.ts'
import type { TestClinic } from '../../server/testing/test-clinic.ts'
import { testStaff, type StaffName } from '../../server/testing/test-people.ts'
import { createAccessFixture, type AccessFixture } from '../access/access-fixture.ts'
import { declaredOperations, fillExample, type DeclaredOperation } from '../access/declared-operations.ts'
import {
  changedTables,
  fingerprintRows,
  idsOfRows,
  nobodysId,
  plantedWord,
  plantWord,
} from './foreign-rows.ts'
import { requestFor } from './operation-fuzzing.ts'
import { arbitraryOf } from './schema-values.ts'

/** What a run found, and what says that it looked at all. */
export type TenantFuzzReport = {
  seed: number
  calls: number
  /** Pairs of the same request about what the other practice has and about what nobody has. */
  pairs: number
  /** Answers by their status. */
  statuses: Record<string, number>
  /** Operations that were done at least once, for somebody of the practice. */
  done: number
  /** Operations that were not called. */
  uncalled: string[]
  /** How often the other practice's rows were compared with what they were. */
  comparisons: number
  foreign: { tables: number; rows: number; plantedColumns: number; ids: number; files: number }
  findings: string[]
}

const calls_per_comparison = 500
/** After so many calls there is little left in a practice that was not withdrawn, closed or deleted. */
const calls_per_practice = 4000
/** Answers that differ once may differ since something happened in between; those that always do tell what is there. */
const repeats_of_pair = 3

/** Each gives its bearer what it names, whoever they are. */
const capabilities = new Set(['accessToken', 'supporterToken'])
/** Pictures, and the providers that anybody may sign in with, are public. */
const publicNames = new Set(['logo', 'signInConnectionId'])
/** What the platform publishes, and the calendar, are for every practice. */
const sharedNames = new Set(['platformVersionId', 'acceptableVersionId', 'endedQuarter'])

/** Chances from a seed, so that a run can be played again. */
function createChance(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    of: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!,
  }
}
type Chance = ReturnType<typeof createChance>

const memberNames: StaffName[] = ['owner', 'manager', 'dentist', 'lead', 'nurse', 'receptionist', 'auditor']

let addedMembers = 0

/** A practice that is played in, with people of every kind who can be replaced once their session has ended. */
async function openPractice(testApp: TestApp, clinic: TestClinic, names: readonly string[]) {
  const fixture = await createAccessFixture(clinic, names)
  const program = createTestCaller(testApp.app.http, '', (await clinic.addApiKey()).secret)
  const members = new Map<StaffName, TestCaller>()
  const memberOf = async (who: StaffName): Promise<TestCaller> => {
    const already = members.get(who)
    if (already) return already
    addedMembers++
    const email = `member${addedMembers}@fuzz.example.org`
    const person = { ...testStaff[who], gdcNumber: String(800_000 + addedMembers) }
    const member = testApp.as(await testApp.people.addStaff(clinic.id, email, person))
    members.set(who, member)
    return member
  }
  return { clinic, fixture, program, memberOf, forget: (who: StaffName) => void members.delete(who) }
}
type Practice = Awaited<ReturnType<typeof openPractice>>

type Caller = { caller: TestCaller; member: StaffName | null }

/** Somebody of the practice: mostly of the kind the operation is for. */
async function chooseCaller(
  { fixture, program, memberOf }: Practice,
  declared: DeclaredOperation,
  { chance, testApp }: { chance: Chance; testApp: TestApp },
): Promise<Caller> {
  const example = declared.meta.example as Record<string, unknown>
  const named = (field: string): string | null =>
    typeof example[field] === 'string' ? example[field].slice(1) : null
  const member = async (who: StaffName) => ({ caller: await memberOf(who), member: who })
  const other = (caller: TestCaller) => ({ caller, member: null })
  const audience = chance.next() < 0.85 ? declared.access : chance.of(['clinic', 'patient', 'integration'])
  switch (audience) {
    case 'integration':
      return other(program)
    case 'group':
      return other(await fixture.groupAdministrator())
    case 'supporter':
      return other(await fixture.supporterOf(fixture.ids[named('supporterId') ?? 'supporterId']!))
    case 'patient': {
      const consent =
        declared.access === 'patient' ? named('consentId') : fixture.ids.viewedId ? 'viewedId' : null
      return other(await (consent ? fixture.patientOf(fixture.ids[consent]!) : fixture.patientAtHome()))
    }
    case 'anyone':
    case 'link':
      return chance.next() < 0.5 ? other(testApp.anonymous()) : member(chance.of(memberNames))
    default:
      return member(chance.next() < 0.5 ? 'owner' : chance.of(memberNames))
  }
}

/** What an example names: of the practice itself, of the other one, or of nobody. */
function chooseIds(
  { ids: names, access }: DeclaredOperation,
  { own, foreign, chance }: { own: AccessFixture['ids']; foreign: AccessFixture['ids']; chance: Chance },
): Record<string, string> {
  const ids = Object.fromEntries(names.map((name) => [name, own[name]!]))
  const isReplaceable = (name: string) =>
    !capabilities.has(name) &&
    !sharedNames.has(name) &&
    !(access === 'anyone' && publicNames.has(name)) &&
    foreign[name] !== own[name]
  const replaceable = names.filter(isReplaceable)
  if (replaceable.length === 0) return ids
  const way = chance.next()
  if (way < 0.35) return ids
  const chosen = way < 0.9 ? [chance.of(replaceable)] : replaceable
  for (const name of chosen) ids[name] = way < 0.75 || way >= 0.9 ? foreign[name]! : nobodysId(own[name]!)
  return ids
}

/** The same request, with every number of the other practice's replaced by one that nobody has. */
function nobodysRequest(request: InjectOptions, foreignIds: ReadonlySet<string>): InjectOptions | null {
  let replaced = 0
  const replace = (text: string) =>
    text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{64}/gi, (id) => {
      if (!foreignIds.has(id)) return id
      replaced++
      return nobodysId(id)
    })
  const whole = (value: unknown): unknown =>
    Buffer.isBuffer(value) || value === undefined ? value : JSON.parse(replace(JSON.stringify(value)))
  const { url, query, payload } = request
  const twin = {
    ...request,
    ...(url === undefined ? {} : { url: whole(url) as string }),
    ...(query === undefined ? {} : { query: whole(query) as Record<string, string> }),
    ...(payload === undefined ? {} : { payload: whole(payload) as object }),
  }
  return replaced > 0 ? twin : null
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** What kind of thing an answer is made of; text as long as it is, numbers and moments aside. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([name, part]) => [name.replaceAll(uuids, ':id'), shapeOf(part)])
  return typeof value === 'string' ? 'text' : value === null ? 'null' : typeof value
}

/** All of an answer that is not another each time. */
function toldBy({ status, error, body, raw, headers }: TestResponse<unknown>): string {
  if (!error) return JSON.stringify([status, headers['content-type'], shapeOf(body)])
  const requestId = String(headers['x-request-id'])
  const text = raw
    .toString()
    .replaceAll(requestId, ':request')
    .replaceAll(uuids, ':id')
    .replaceAll(/[\da-f]{64}/g, ':hash')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, ':at')
  return JSON.stringify([status, text])
}

/** All text of an answer, also where it is packed. */
function textOf({ raw }: TestResponse<unknown>): string {
  if (raw.subarray(0, 2).toString('latin1') !== 'PK') return raw.toString()
  return Object.values(unzipSync(raw))
    .map((bytes) => Buffer.from(bytes).toString())
    .join('\n')
}

const describeRequest = ({ method, url, query, payload }: InjectOptions) =>
  `${method} ${JSON.stringify(url).slice(0, 160)} ${(JSON.stringify(query ?? payload) ?? '').slice(0, 300)}`

type FuzzOptions = {
  calls: number
  seed: number
  /** The practice that nobody who calls belongs to. */
  watched?: TestClinic
  /** Where they belong to at first; a new one unless told otherwise. */
  played?: TestClinic
  /** How the names of the operations begin that are meant. */
  only?: string
  log?: (line: string) => void
}

/**
 * Calls operations as people of one practice after another, with numbers of theirs, of a practice that nobody here
 * belongs to, and of nobody. What that other practice has must stay as it is, and no answer may tell of it.
 */
export async function fuzzTenants(
  testApp: TestApp,
  { calls: wanted, seed, watched = testApp.clinicB, played, only = '', log }: FuzzOptions,
): Promise<TenantFuzzReport> {
  const { owner } = testApp
  const chance = createChance(seed)
  const operations = declaredOperations.filter(({ name }) => name.startsWith(only))
  const names = [...new Set(operations.flatMap((declared) => declared.ids))]
  const filesOf = () => readdirSync(testApp.config.dataDir, { recursive: true, encoding: 'utf8' })

  const foreign = (await createAccessFixture(watched, names)).ids
  await testApp.runJobs()
  await testApp.sealAuditLog()
  const plantedColumns = await plantWord(owner, watched.id)
  const foreignIds = await idsOfRows(owner, watched.id)
  for (const [name, id] of Object.entries(foreign))
    if (![publicNames, sharedNames].some((names) => names.has(name))) foreignIds.add(id)
  const foreignFiles = filesOf().filter((name) => !/^(uploads|tmp|outbox)\b/.test(name))
  let before = await fingerprintRows(owner, watched.id)
  const tally: TenantFuzzReport = {
    ...{ seed, calls: 0, pairs: 0, statuses: {}, done: 0, uncalled: [], comparisons: 0, findings: [] },
    foreign: {
      tables: Object.values(before).filter(({ rows }) => rows > 0).length,
      rows: Object.values(before).reduce((sum, { rows }) => sum + rows, 0),
      plantedColumns,
      ids: foreignIds.size,
      files: foreignFiles.length,
    },
  }
  const [done, called] = [new Set<string>(), new Set<string>()]
  /** Told at once: a long run is not waited for. */
  const note = (finding: string) => {
    tally.findings.push(finding)
    log?.(finding)
  }
  let recent: string[] = []
  /** Numbers of the other practice that somebody here wrote down, as in a saved filter, and may read there again. */
  const writtenHere = new Set<string>()

  /** What of the other practice an answer tells that the request did not name. */
  function leaksIn(answer: TestResponse<unknown>, request: InjectOptions): string[] {
    const text = textOf(answer)
    const asked = JSON.stringify([request.url, request.query, request.payload])
    const foreignNumbers = [...new Set(text.match(uuids))].filter(
      (id) => foreignIds.has(id) && !asked.includes(id) && !writtenHere.has(id),
    )
    return [
      ...(text.toLowerCase().includes(plantedWord) ? ['told a word of the other practice'] : []),
      ...foreignNumbers.map((id) => `told the number ${id} of the other practice`),
    ]
  }

  async function send(declared: DeclaredOperation, request: InjectOptions, { caller, member }: Caller) {
    const answer = await caller.send(request, { from: nextIpAddress(), idempotencyKey: randomUUID() })
    tally.calls++
    called.add(declared.name)
    tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
    if (!answer.error) done.add(declared.name)
    if (!answer.error && declared.method !== 'GET')
      for (const id of JSON.stringify(request.payload ?? '').match(uuids) ?? []) writtenHere.add(id)
    if (answer.status >= 500 && answer.reason === null) note(`${declared.name} ${answer.status}`)
    for (const leak of leaksIn(answer, request))
      note(`${declared.name} ${leak}: ${describeRequest(request)} as ${member}`)
    return answer
  }

  /** The same about what nobody has, again where it is answered otherwise. */
  async function compareWithNobodys(
    practice: Practice,
    declared: DeclaredOperation,
    { request, first, who }: { request: InjectOptions; first: TestResponse<unknown>; who: Caller },
  ) {
    const twin = nobodysRequest(request, foreignIds)
    if (!twin) return
    tally.pairs++
    // What ends its own session, or its account, is asked by somebody new each time.
    const somebodyNew = async (): Promise<Caller> => {
      if (!who.member) return who
      practice.forget(who.member)
      return { ...who, caller: await practice.memberOf(who.member) }
    }
    let told = first
    for (let tries = 1; ; tries++) {
      const other = await send(declared, twin, tries === 1 ? who : await somebodyNew())
      if (toldBy(told) === toldBy(other) || [told, other].some(({ status }) => status === 429)) return
      if (tries === repeats_of_pair)
        return note(
          `${declared.name} is answered otherwise for the other practice's: ${describeRequest(request)} as ${who.member}: ${toldBy(told).slice(0, 300)} and ${toldBy(other).slice(0, 300)}`,
        )
      told = await send(declared, request, await somebodyNew())
    }
  }

  async function compareRows() {
    await testApp.runJobs()
    await owner.query(
      `update clinics set status = 'active', requires_second_factor = false, session_idle_minutes = default,
         session_hours = default where id <> $1`,
      [watched.id],
    )
    const after = await fingerprintRows(owner, watched.id)
    tally.comparisons++
    const changed = changedTables(before, after)
    if (changed.length > 0)
      note(`changed the other practice's ${changed.join(', ')}: by one of ${recent.join(' ')}`)
    before = after
    recent = []
    log?.(`${tally.calls} calls, ${tally.pairs} pairs, ${tally.findings.length} findings`)
  }

  let practice = await openPractice(testApp, played ?? (await testApp.addClinic('Practice')), names)
  let order: DeclaredOperation[] = []
  for (let begun = 0; tally.calls < wanted;) {
    if (tally.calls - begun >= calls_per_practice) {
      practice = await openPractice(testApp, await testApp.addClinic(`Practice ${tally.calls}`), names)
      begun = tally.calls
    }
    // Each in its turn, in an order of chance, so that none is left out.
    if (order.length === 0)
      order = operations
        .map((declared) => [chance.next(), declared] as const)
        .toSorted(([one], [other]) => one - other)
        .map(([, declared]) => declared)
    const declared = order.pop()!
    const ids = chooseIds(declared, { own: practice.fixture.ids, foreign, chance })
    const example = fillExample(declared.meta.example, { ...practice.fixture.ids, ...ids })
    const who = await chooseCaller(practice, declared, { chance, testApp })
    const isVaried = declared.input !== null && chance.next() < 0.6
    const pool = { ids: [...Object.values(ids), ...foreignIds].filter((id) => /^[\da-f]{8}-/.test(id)) }
    const varied = isVaried
      ? fc.sample(arbitraryOf(declared.input!, { example, pool, wildness: chance.of([0, 8]) }), {
          ...{ seed: chance.below(2 ** 31), numRuns: 1 },
        })[0]
      : example
    const isObject = typeof varied === 'object' && varied !== null && !Array.isArray(varied)
    const input = (isObject ? varied : example) as Record<string, unknown>
    const request = isVaried ? requestFor(declared, input) : declared.request(example)
    const first = await send(declared, request, who)
    recent.push(declared.name)
    await compareWithNobodys(practice, declared, { request, first, who })
    if (who.member && ['unauthenticated', 'session-locked', 'rate-limited'].includes(first.reason ?? ''))
      practice.forget(who.member)
    if (recent.length >= calls_per_comparison) await compareRows()
  }
  await compareRows()
  const there = new Set(filesOf())
  const gone = foreignFiles.filter((name) => !there.has(name))
  if (gone.length > 0) note(`removed files of the other practice: ${gone.join(' ')}`)
  const mails = (await testApp.mail()).filter(({ text }) => text.includes(plantedWord))
  if (mails.length > 0) note(`mailed words of the other practice to ${mails[0]!.to}`)
  tally.done = done.size
  tally.uncalled = operations.map(({ name }) => name).filter((name) => !called.has(name))
  return tally
}
