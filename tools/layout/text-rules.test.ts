import { describe, expect, test } from 'vitest'
import { formatFindings, createSourceTree } from './source-fixture.ts'
import {
  checkAny,
  checkConnections,
  checkDateConversions,
  checkForbiddenMarkers,
  checkDomainTerms,
  checkSessionState,
  checkSpans,
} from './text-rules.ts'

test.each([
  ['server/product.ts', 1],
  ['server/modules/staff/staff-store.ts', 1],
  ['server/platform/database/dedicated-connection.ts', 0],
  ['server/testing/test-app.ts', 0],
  ['server/product.test.ts', 0],
])('a connection made in %s is found %i times', (path, times) =>
  expect(
    checkConnections(createSourceTree({ [path]: 'const client = new pg.Client(login)' }).graph),
  ).toHaveLength(times),
)

const store = 'server/modules/staff/staff-store.ts'
test.each([
  [store, 'sql`select pg_advisory_lock(${key})`', 1],
  [store, 'sql`select pg_try_advisory_lock(${key})`', 1],
  [store, "client.query(`select set_config('app.clinic_id', '${id}', false)`)", 1],
  [store, "client.query('set role candour_clinic')", 1],
  [store, 'client.query(`set statement_timeout = 0`)', 1],
  [store, 'client.query(`listen ${channel}`)', 1],
  [store, 'client.query(`declare c cursor with hold for select 1`)', 1],
  [store, 'client.query(`create temp table found (id uuid)`)', 1],
  [store, 'sql`select pg_advisory_xact_lock(${key})`', 0],
  [store, "client.query(`select set_config('app.clinic_id', '${id}', true)`); hide(row, false)", 0],
  [store, 'client.query(`set local role candour_clinic`)', 0],
  ['server/platform/files/upload-locks.ts', 'ask(`select pg_try_advisory_lock($1)`)', 0],
  ['server/platform/database/isolation.database.test.ts', "query('set role candour_clinic')", 0],
])('what outlives a transaction in %s, %s, is found %i times', (path, text, times) =>
  expect(checkSessionState(createSourceTree({ [path]: text }).graph)).toHaveLength(times),
)

test.each([
  ['server/modules/staff/staff-store.ts', 'const day = now.toISO~String().slice(0, 10)', 1],
  ['web/ui/plain/date-parts.ts', "const day = new Date().toISO~String().split('T')[0]", 1],
  ['contract/patients.ts', 'const month = now.toJS~ON().substring(0, 7)', 1],
  ['tests/journeys/day-list.journey.ts', 'const day = now.toISO~String().slice(0, 10)', 1],
  ['contract/calendar-day.ts', 'const day = now.toISO~String().slice(0, 10)', 0],
  ['server/platform/zoned-time.ts', 'const day = now.toISO~String().slice(0, 10)', 0],
  ['server/backup/nightly-rules.ts', 'const moment = now.toISO~String().slice(0, 19)', 0],
])('a day of UTC in %s, %s, is found %i times', (path, text, times) =>
  expect(checkDateConversions(createSourceTree({ [path]: text.replace('~', '') }).graph)).toHaveLength(times),
)

test.each([
  ['server/modules/staff/staff-store.ts', 'tracer.startSpan(name)', 1],
  ['server/app.ts', 'trace.getActiveSpan()?.setAttribute(key, name)', 1],
  ['server/platform/tracing/spans.ts', 'tracer.startSpan(name)', 0],
  ['server/modules/staff/staff-store.ts', "traced('list staff', {}, work)", 0],
])('a span made in %s, %s, is found %i times', (path, text, times) =>
  expect(checkSpans(createSourceTree({ [path]: text }).graph)).toHaveLength(times),
)

describe('words of the product', () => {
  const check = (path: string, text: string) => {
    const { files, graph } = createSourceTree({ [path]: text })
    return formatFindings(checkDomainTerms(files, graph))
  }

  test.each([
    ['server/platform/clock.ts', 'const toothClock = 1'],
    ['server/platform/pdf/seal.ts', `const name = 'Patient'`],
    ['server/platform/database/tenancy.ts', `const kind = 'dental'`],
    ['web/ui/table.tsx', 'const clinicId = 1'],
    ['web/ui/table.css', '.consent { color: red }'],
  ])('are found in %s: %s', (path, text) => expect(check(path, text)).toHaveLength(1))

  test.each([
    ['server/platform/database/tenancy.ts', 'const clinicId = 1'],
    ['server/platform/pdf/seal.ts', '// What a patient signed.\nconst a = 1'],
    ['web/ui/table.css', '/* As wide as a consent. */'],
    ['web/features/consents/tooth-chart.tsx', 'const tooth = 1'],
  ])('may stand in %s: %s', (path, text) => expect(check(path, text)).toEqual([]))
})

describe('marks', () => {
  const check = (text: string) =>
    formatFindings(checkForbiddenMarkers(createSourceTree({ 'server/a.ts': text.replaceAll('~', '') }).graph))

  // A tilde keeps this file itself from being found.
  test.each([
    `// TO~DO: later`,
    `// FIX~ME`,
    `describe.on~ly('a', () => {})`,
    `test.sk~ip('a', () => {})`,
    `it.concurrent.to~do('a')`,
    `// @~ts-ignore because`,
    `// @~ts-expect-error`,
    `// oxlint-dis~able-next-line no-eval`,
  ])('%s is found', (text) => expect(check(`const a = 1\n${text}\n`)).toHaveLength(1))

  test.each([
    `test.skipIf(!isRoot)('a', () => {})`,
    `// @~ts-expect-error the library's types lack it`,
    `// oxlint-dis~able-next-line no-eval -- the only way to run it`,
  ])('%s has a reason', (text) => expect(check(text)).toEqual([]))

  test('tell the line', () =>
    expect(check(`\n\n// FIX~ME`)).toEqual(['server/a.ts:3 promises work for later']))
})

describe('any', () => {
  const check = (text: string) => formatFindings(checkAny(createSourceTree({ 'server/a.ts': text }).graph))

  test.each(['const a = b as any', 'let a: Map<string, any>', 'function f(...all: any[]) {}'])(
    '%s lacks its reason',
    (text) => expect(check(text)).toEqual(["server/a.ts:1 says 'any' without a reason"]),
  )
  test.each([
    'let a: any // the library exports no type',
    '// No type is exported.\nlet a: any',
    `const a = 'b: any'`,
  ])('%s is fine', (text) => expect(check(text)).toEqual([]))
})
