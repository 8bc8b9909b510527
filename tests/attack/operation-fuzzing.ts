import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { randomUUID } from 'node:crypto'
import { nextIpAddress, type TestResponse } from '../../server/testing/test-caller.ts'
import type { TestApp } from '../../server/testing/test-app.ts'
import { createAccessFixture } from '../access/access-fixture.ts'
import { declaredOperations, fillExample, type DeclaredOperation } from '../access/declared-operations.ts'
import { hostileText } from './hostile-values.ts'
import { findLeaks } from './information-leaks.ts'
import {
  everyId,
  resetSharedState,
  createFreshOperationFixture,
  type OperationFixture,
  type FuzzEnvironment,
} from './operation-fixture.ts'
import { fieldsOf, arbitraryOf } from './schema-values.ts'

type Input = Record<string, unknown>

/** What the run found, and what says that it looked at all. */
export type FuzzReport = {
  inputs: number
  /** Answers by what they were, of whom the operation is for. */
  permitted: Record<string, number>
  /** Operations none of whose answers got past the door. */
  unreached: string[]
  findings: string[]
}

/** Said by the door and by whatever reads a request, of any operation. */
const gatewayRefusals = new Set([
  ...[
    'unauthenticated',
    'permission-denied',
    'not-found',
    'rate-limited',
    'foreign-origin',
    'session-locked',
  ],
  ...['invalid-input', 'malformed', 'too-large', 'unknown-address', 'idempotency-key-missing', 'key-reused'],
  ...['requires-recent-login', 'captcha-failed', 'feature-off', 'maintenance', 'access-ended'],
])

const gatewayErrorCodes = [
  'unauthenticated',
  'session-locked',
  'rate-limited',
  'permission-denied',
  'unknown-address',
]

/** How hostile inputs are, in turn: as declared, with a part that is not, and little that is as declared. */
const mutationRates = [0, 8, 8, 40]

/** New things to act on after so many inputs, since what is withdrawn or deleted answers little. */
const inputs_per_fixture = 60
const concurrency = 4

/** From so many inputs on, each operation acts on what was made for it. */
const inputs_before_reset = 20_000

const isFuzzable = ({ kind }: DeclaredOperation) => kind !== 'stream' && kind !== 'upload'
/** Those that end sessions, practices or maintenance come last. */
const audienceOrder = [
  'anyone',
  'link',
  'patient',
  'supporter',
  'integration',
  'program',
  'provider',
  'group',
  'clinic',
  'account',
]
const audienceRank = ({ access }: DeclaredOperation) => (audienceOrder.indexOf(access) + 99) % 99
export const fuzzedOperations = declaredOperations
  .filter(isFuzzable)
  .toSorted((one, other) => audienceRank(one) - audienceRank(other))

/** A request of an operation, also where what stands for a number in its path could not be written there. */
export function requestFor(declared: DeclaredOperation, input: Input): InjectOptions {
  const inPath = new Set(Array.from(declared.path.matchAll(/:(\w+)/g), ([, name]) => name!))
  const isText = (name: string) => inPath.has(name) || declared.method === 'GET'
  const asText = (value: unknown) =>
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
  const written = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, isText(name) ? asText(value) : value])
  return declared.request(Object.fromEntries(written) as Input)
}

/** Bodies that are no object, or no JSON. */
const malformedBodies = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    '[]',
    '"a"',
    '1e999',
    '{"a":',
    '{"__proto__":{"a":1}}',
    '{"a":1,"a":2}',
    '[[[[',
  ),
  fc.constantFrom(
    '['.repeat(20_000),
    '{"a":'.repeat(9000),
    `"${'a'.repeat(2_000_000)}"`,
    '\u0000',
    '\uFEFF{}',
  ),
  hostileText,
)
const malformedContentTypes = fc.constantFrom(
  ...['application/json', 'application/json; charset=utf-7', 'text/plain', 'application/xml'],
  ...['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/json, text/html'],
)
const malformedRequests = (
  declared: DeclaredOperation,
  { ids }: OperationFixture,
): fc.Arbitrary<InjectOptions> =>
  fc.tuple(malformedBodies, malformedContentTypes, hostileText).map(([payload, type, header]) => {
    const base = declared.request(declared.kind === 'webhook' ? {} : fillExample(declared.meta.example, ids))
    const headers = { 'content-type': type, 'accept-language': header.replaceAll(/[^\x20-\x7E]/g, '?') }
    return declared.method === 'GET' ? { ...base, headers } : { ...base, headers, payload }
  })

const invalidTexts = ['a\0b', 'a\uD800']

/**
 * Each field in turn with text that no database of ours can keep, the others as the example has them: of both kinds
 * where many inputs are asked for, and else of one.
 */
function invalidTextRequests(
  declared: DeclaredOperation,
  { ids }: OperationFixture,
  isThorough: boolean,
): InjectOptions[] {
  if (!declared.input) return []
  const example = fillExample(declared.meta.example, ids)
  return fieldsOf(declared.input).flatMap((field, place) =>
    invalidTexts
      .filter((_text, kind) => isThorough || kind === place % invalidTexts.length)
      .map((broken) => requestFor(declared, { ...example, [field]: broken })),
  )
}

function requestsFor(
  declared: DeclaredOperation,
  stage: OperationFixture,
  wildness: number,
): fc.Arbitrary<InjectOptions> {
  if (!declared.input) return malformedRequests(declared, stage)
  const example = fillExample(declared.meta.example, stage.ids)
  const pool = { ids: [...new Set([...Object.values(stage.ids).filter(isUuid), randomUUID()])] }
  return arbitraryOf(declared.input, { example, pool, wildness }).map((input) => {
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
    const request = requestFor(declared, isObject ? (input as Input) : example)
    return isObject || declared.method === 'GET' ? request : { ...request, ...jsonRequest(input) }
  })
}

const jsonRequest = (input: unknown): InjectOptions => ({
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(input),
})
const isUuid = (text: string) => /^[\da-f]{8}-[\da-f-]{27}$/.test(text)

/** What is wrong with an answer; nothing where it is as the contract says. */
function findProblems(
  answer: TestResponse<unknown>,
  { meta, kind }: DeclaredOperation,
  testApp: TestApp,
): string[] {
  const { status, reason, error, raw } = answer
  const isDeclared = reason !== null && (gatewayRefusals.has(reason) || Object.hasOwn(meta.refusals, reason))
  // What FHIR's, SCIM's or OAuth's own reader says is told as these tell it.
  const isOutcome = ['fhir', 'scim', 'oauth'].includes(kind) && error !== null
  return [
    ...(status >= 500 && !isDeclared ? [`answered ${status}`] : []),
    ...(error && !isDeclared && !isOutcome
      ? [`refused by ${status} ${error.code} ${reason}, which nobody declared`]
      : []),
    ...(error ? findLeaks(raw.toString(), testApp.config.dataDir).map((leak) => `told ${leak}`) : []),
  ]
}

const formatRequest = ({ method, url, query, payload }: InjectOptions): string =>
  `${method} ${JSON.stringify(url).slice(0, 160)} ${JSON.stringify(query ?? payload)?.slice(0, 600)}`

async function fuzzOperation(
  theatre: FuzzEnvironment,
  declared: DeclaredOperation,
  { count, seed, tally }: { count: number; seed: number; tally: FuzzReport },
) {
  const { testApp } = theatre
  const answered: string[] = []
  for (let done = 0; done < count;) {
    const stage = await createFreshOperationFixture(theatre, declared)
    const wanted = Math.min(inputs_per_fixture, count - done)
    const each = mutationRates.map((wildness, turn) =>
      fc.sample(requestsFor(declared, stage, wildness), {
        seed: seed + done * 31 + turn,
        numRuns: Math.ceil((wanted * 0.9) / mutationRates.length),
      }),
    )
    const strange = fc.sample(malformedRequests(declared, stage), {
      seed: seed + done,
      numRuns: Math.ceil(wanted * 0.1),
    })
    const strangers = [testApp.anonymous(), testApp.clinicB.as('owner'), testApp.as(testApp.stranger)]
    const requests = [
      ...each.flat(),
      ...strange,
      ...(done === 0 ? invalidTextRequests(declared, stage, count >= inputs_per_fixture) : []),
    ]
    const send = async (request: InjectOptions, place: number) => {
      const isStranger = place % 6 === 5
      const callers = isStranger ? strangers : stage.permitted
      const caller = callers[Math.floor(place / 6) % callers.length]!
      const answer = await caller.send(request, { from: nextIpAddress(), idempotencyKey: randomUUID() })
      tally.inputs++
      if (!isStranger) answered.push(answer.reason ?? String(answer.status))
      for (const fault of findProblems(answer, declared, testApp))
        tally.findings.push(
          `${declared.name} ${fault}: ${formatRequest(request)} ${answer.raw.toString().slice(0, 300)}`,
        )
    }
    for (let place = 0; place < requests.length; place += concurrency)
      await Promise.all(
        requests.slice(place, place + concurrency).map((request, n) => send(request, place + n)),
      )
    done += requests.length
  }
  for (const what of answered) tally.permitted[what] = (tally.permitted[what] ?? 0) + 1
  // Nobody here signs as a provider does.
  const isForOthers = declared.access === 'provider'
  if (!isForOthers && answered.every((what) => gatewayErrorCodes.includes(what)))
    tally.unreached.push(declared.name)
}

/** Sends so many inputs to each operation there is, as whom it is for and as strangers. */
export async function fuzzOperations(
  testApp: TestApp,
  { inputs, seed, only }: { inputs: number; seed: number; only: string | undefined },
): Promise<FuzzReport> {
  const tally: FuzzReport = { inputs: 0, permitted: {}, unreached: [], findings: [] }
  const ready =
    inputs < inputs_before_reset && !only ? await createAccessFixture(testApp.clinicA, everyId) : null
  const theatre: FuzzEnvironment = { testApp, clinic: testApp.clinicA, ready }
  const named = fuzzedOperations.filter(({ name }) => !only || name.startsWith(only))
  const count = Math.ceil(inputs / named.length)
  for (const [place, declared] of named.entries())
    await fuzzOperation(theatre, declared, { count, seed: seed + place, tally })
  await resetSharedState(theatre)
  return tally
}
