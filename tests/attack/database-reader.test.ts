import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { sessionCookieName } from '../../server/modules/identity/index.ts'
import { createTestCaller, type TestCaller } from '../../server/testing/test-caller.ts'
import { openTestApp, testAddress, type TestApp } from '../../server/testing/test-app.ts'
import { createAccessFixture, type AccessFixture } from '../access/access-fixture.ts'
import { declaredOperations } from '../access/declared-operations.ts'

// Somebody who reads the whole database, a backup of it or its statistics: an administrator of the machine, a consultant,
// a thief of a disk. They read what people wrote (SECURITY.md says so); they get into nothing with it.

let testApp: TestApp
let fixture: AccessFixture
/** By what it is: what lets its bearer in, as it was given out. */
const secrets: Record<string, string> = {}
/** Figures that could all be tried. */
const codes: Record<string, string> = {}
let copyWhileQueued: string
let copy: string

const pin = '473920'
const valueOf = ({ cookie }: TestCaller) => decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))

async function copyDatabase(): Promise<string> {
  const { rows: tables } = await testApp.owner.query<{ named: string }>(
    `select format('%I.%I', schemaname, tablename) as named from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { named } of tables) {
    const { rows } = await testApp.owner.query<{ row: string }>(`select t::text as row from ${named} t`)
    parts.push(...rows.map(({ row }) => `${named} ${row}`))
  }
  return parts.join('\n')
}

beforeAll(async () => {
  testApp = await openTestApp()
  const { clinicA, superAdmin } = testApp
  fixture = await createAccessFixture(clinicA, [...new Set(declaredOperations.flatMap(({ ids }) => ids))])
  const { ids } = fixture
  secrets['a link'] = ids.accessToken!
  secrets['a supporter’s link'] = ids.supporterToken!
  for (const name of ['consentId', 'viewedId', 'signedId', 'paperId'])
    secrets[`the cookie of the patient of ${name}`] = valueOf(await fixture.patientOf(ids[name]!))
  secrets['the cookie of a supporter'] = valueOf(await fixture.supporterOf(ids.supporterId!))
  secrets['the cookie of a patient at home'] = valueOf(await fixture.patientAtHome())
  secrets['a program’s key'] = (await clinicA.addApiKey()).secret
  const hook = contract.integrations.createWebhook['~orpc'].meta.example as never
  secrets['a webhook’s secret'] = (
    await clinicA.as('owner').callOk(contract.integrations.createWebhook, hook)
  ).secret
  secrets['a session of staff'] = valueOf(clinicA.as('dentist'))
  secrets['a session of the platform'] = valueOf(testApp.as(superAdmin))
  await clinicA.setPin('receptionist', pin)
  codes['a PIN'] = pin
  const shared = await clinicA.addViewed()
  codes['a supporter’s code'] = (await clinicA.addSupporter(shared)).code
  const { email } = clinicA.staff.manager
  await testApp.anonymous().callOk(contract.identity.sendEmailLink, { email })
  await testApp.anonymous().callOk(contract.identity.requestReset, { email })
  // Before anything is sent: what waits in the queue is read as well.
  copyWhileQueued = await copyDatabase()
  await testApp.runJobs()
  for (const [place, { text }] of (await testApp.mail()).entries())
    for (const token of text.match(/(?<=[#/])[\w-]{43}(?![\w-])/g) ?? [])
      secrets[`mail ${place}: ${token.slice(0, 4)}`] = token
  secrets['the key that sessions are signed with'] = testApp.secret
  const { masterKey } = testApp.config
  if (!masterKey.off) secrets['the master key'] = masterKey.key.export().toString('base64url')
  copy = await copyDatabase()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** How something may be written in a row. */
function writings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const decoded = Buffer.from(secret, 'base64url')
  const whole = [bytes, ...(decoded.length >= 16 ? [decoded] : [])]
  const written = whole.flatMap((part) => [
    part.toString('hex'),
    part.toString('base64').replace(/=+$/, ''),
    part.toString('base64url'),
  ])
  return [secret, encodeURIComponent(secret), ...written]
}

const hashNames = ['md5', 'sha1', 'sha256', 'sha384', 'sha512']
const hashesOf = (text: string): string[] =>
  hashNames.flatMap((name) => {
    const hash = createHash(name).update(text).digest()
    return [hash.toString('hex'), hash.toString('base64url'), hash.toString('base64').replace(/=+$/, '')]
  })

describe('a copy of the database', () => {
  it('holds nothing that lets somebody in, as it is or written in another way', () => {
    expect(Object.keys(secrets).length).toBeGreaterThan(18)
    // The library that signs people in looks a session up by its token; the cookie is that and our signature.
    const found = Object.entries(secrets).filter(([, secret]) =>
      writings(secret).some((written) => copy.includes(written) || copyWhileQueued.includes(written)),
    )
    expect(found.map(([what]) => what)).toEqual([])
  })

  it('holds no plain hash of what has so few figures that all can be tried', () => {
    for (const [what, code] of Object.entries(codes))
      for (const hash of hashesOf(code)) expect(copy.includes(hash), what).toBe(false)
    // Passwords and PINs are argon2id of 19 MiB and more; nothing else that hashes words is in use.
    const hashed = copy.match(/\$(?:argon2\w*|2[aby]|scrypt|pbkdf2)[^"\s)]*/g) ?? []
    expect(hashed.length).toBeGreaterThan(0)
    for (const one of hashed) {
      const [, memory_kib, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(one) ?? []
      expect([Number(memory_kib) >= 19_456, Number(passes) >= 2], one).toEqual([true, true])
    }
  })

  it('holds keys in wrapping alone', () => {
    expect(copy).not.toMatch(/-----BEGIN [A-Z ]*PRIVATE KEY|"d":\s*"[\w-]{40,}"/)
    // How an unencrypted key of PKCS #8 begins, in base64 and as bytes.
    expect(copy).not.toMatch(/\bMII[EJ][v-z]|\\\\x3082[\da-f]{4}02010030/)
  })
})

describe('whoever holds a copy of the database', () => {
  const hashesIn = async (): Promise<{ table: string; hash: string }[]> => {
    const { rows: tables } = await testApp.owner.query<{ named: string }>(
      `select format('%I.%I', table_schema, table_name) as named from information_schema.columns
       where column_name = 'token_hash' and table_schema in ('public', 'auth')`,
    )
    const found: { table: string; hash: string }[][] = []
    for (const { named } of tables) {
      const { rows } = await testApp.owner.query<{ hash: string }>(
        `select token_hash as hash from ${named} where token_hash is not null limit 5`,
      )
      found.push(rows.map(({ hash }) => ({ table: named, hash })))
    }
    return found.flat()
  }

  it('opens nothing by what is stored in place of a token: no link, no cookie, no key', async () => {
    const hashes = await hashesIn()
    expect(new Set(hashes.map(({ table }) => table)).size).toBeGreaterThan(4)
    const { ids } = fixture
    const program = createTestCaller(testApp.app.http, '', secrets['a program’s key'])
    expect((await program.get('/api/fhir/Consent')).status).toBe(200)
    for (const { table, hash } of hashes) {
      const token = Buffer.from(hash, 'hex').toString('base64url')
      for (const tried of [hash, token]) {
        const who = `${table} ${tried}`
        const opened = await testApp.anonymous().call(contract.signing.open, { accessToken: tried })
        expect(opened.status, who).toBeGreaterThanOrEqual(400)
        const asProgram = createTestCaller(testApp.app.http, '', tried)
        expect((await asProgram.get('/api/fhir/Consent')).status, who).toBe(401)
        const names = [
          `candour.consent.${ids.viewedId}`,
          'candour.patient_home',
          `candour.supporter.${ids.supporterId}`,
        ]
        const asPatient = createTestCaller(
          testApp.app.http,
          names.map((name) => `${name}=${tried}`).join('; '),
        )
        const read = await asPatient.call(contract.signing.read, { consentId: ids.viewedId! })
        expect([read.status, read.reason], who).toEqual([401, 'unauthenticated'])
      }
    }
  })

  it('is nobody with the token of a session, which lacks the server’s signature', async () => {
    const { rows } = await testApp.owner.query<{ token: string }>(
      `select token from auth.session where stage = 'open' limit 20`,
    )
    expect(rows.length).toBeGreaterThan(5)
    const name = sessionCookieName(testAddress)
    for (const { token } of rows) {
      const signatures = ['', '.', `.${createHash('sha256').update(token).digest('base64')}`, `.${token}`]
      for (const signature of signatures) {
        const cookie = `${name}=${encodeURIComponent(token + signature)}`
        const asked = await createTestCaller(testApp.app.http, cookie).get('/api/account')
        expect([asked.status, asked.reason]).toEqual([401, 'unauthenticated'])
      }
    }
  })

  it('reads what people wrote, as SECURITY.md says: an encrypted disk is what keeps that', () => {
    expect(copy).toContain('Eleanor')
    expect(copy).toContain('Infected nerve')
  })
})
