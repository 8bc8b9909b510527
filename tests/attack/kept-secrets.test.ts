import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { App } from '../../server/app.ts'
import { openLog } from '../../server/platform/log.ts'
import { makeAccounts, testPassword } from '../../server/testing/test-accounts.ts'
import { openBrowser } from '../../server/testing/test-browser.ts'
import { makeCaller, type Answer, type TestCaller } from '../../server/testing/test-caller.ts'
import { openWorld, type TestWorld } from '../../server/testing/test-world.ts'

const { identity, account, signing, patients, integrations } = contract

/** What is typed by those who get it wrong, or is nobody's. */
const wrong = {
  'a wrong password': 'wrong-Marigold-7731',
  'an unknown link': `unknownLink${'Q'.repeat(32)}`,
  'a wrong birth date': '1944-08-23',
  'a reset token that is none': `noResetToken${'R'.repeat(31)}`,
}
const born = '1933-07-19'
/** A person as no other is called. */
const person = {
  title: 'Mrs',
  firstName: 'Xanthippe',
  lastName: 'Quillfeather',
  preferredName: 'Zanzi',
  dateOfBirth: born,
  email: 'xanthippe.quillfeather@patients.example.org',
  phone: '07700900461',
  nhsNumber: '9434765919',
  address: '77 Marmalade Terrace\nWhitby YO21 3AA',
}
const freshPassword = 'seventeen lilac umbrellas'

let world: TestWorld
let app: App
let owner: TestCaller
const lines: string[] = []
const printed: string[] = []
const refusals: string[] = []
/** What lets somebody in: kept by nobody but whoever was given it. */
const secrets: Record<string, string> = {
  ...wrong,
  'the password': testPassword,
  'the new password': freshPassword,
}

const keep = <A extends Answer<unknown>>(answer: A): A => {
  if (answer.error) refusals.push(answer.raw.toString())
  return answer
}
const nobody = () => makeCaller(app.http)

/** All that would be read by whoever comes by a copy of the database. */
async function dump(): Promise<string> {
  const { rows: tables } = await world.owner.query<{ named: string }>(
    `select format('%I.%I', schemaname, tablename) as named from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { named } of tables) {
    const { rows } = await world.owner.query<{ row: string }>(`select kept::text as row from ${named} kept`)
    parts.push(...rows.map(({ row }) => `${named} ${row}`))
  }
  return parts.join('\n')
}

const tokenIn = async (recipient: string): Promise<string> => {
  await app.jobs.drain()
  const mail = (await world.mail()).findLast(({ to }) => to === recipient)
  return /#([\w-]{24,64})/.exec(mail!.text)![1]!
}

/** Somebody signs in wrongly, rightly and with an app, forgets the password and sets another. */
async function signInAllWays(): Promise<void> {
  const accounts = makeAccounts(world, 'secrets')
  const member = await accounts.addMember()
  const { email } = member
  const browser = openBrowser(app.http, member.cookie)
  const { secret, recoveryCodes } = await browser.ask(account.startSecondFactor, {})
  await browser.ask(account.confirmSecondFactor, { code: accounts.codeOf(secret) })
  secrets['the secret of an authenticator app'] = secret
  recoveryCodes.forEach((code, place) => (secrets[`recovery code ${place}`] = code))

  keep(await nobody().call(identity.signIn, { login: email, password: wrong['a wrong password'] }))
  keep(
    await nobody().call(identity.signIn, {
      login: 'nobody@example.org',
      password: wrong['a wrong password'],
    }),
  )
  const fresh = openBrowser(app.http)
  await fresh.ask(identity.signIn, { login: email, password: testPassword })
  keep(await fresh.call(identity.secondFactor, { code: '000000', kind: 'app' }))
  await fresh.ask(identity.secondFactor, { code: accounts.codeOf(secret, 1), kind: 'app' })
  for (const name of fresh.cookies()) secrets[`the cookie ${name}`] = decodeURIComponent(fresh.cookie(name)!)

  await nobody().ask(identity.sendEmailLink, { email })
  secrets['the token of a link to sign in'] = await tokenIn(email)
  await nobody().ask(identity.requestReset, { email })
  const token = await tokenIn(email)
  secrets['the token of a reset'] = token
  keep(
    await nobody().call(identity.reset, {
      token: wrong['a reset token that is none'],
      password: freshPassword,
    }),
  )
  keep(await nobody().call(identity.reset, { token, password: 'short' }))
  await nobody().ask(identity.reset, { token, password: freshPassword })
}

/** A patient opens a link wrongly and rightly. */
async function openLinks(): Promise<void> {
  const { id: patientId } = await makeCaller(app.http, world.a.staff.dentist.cookie).ask(
    patients.create,
    person,
  )
  const { consentId } = await world.a.addSent({ patientId, diagnosis: 'Vermilion pulpitis' })
  const { token } = await world.a.addLink({ consentId })
  secrets['the token of a link'] = token
  await app.jobs.drain()
  keep(await nobody().call(signing.open, { accessToken: wrong['an unknown link'] }))
  keep(await nobody().call(signing.verify, { accessToken: token, dateOfBirth: wrong['a wrong birth date'] }))
  const opened = openBrowser(app.http)
  await opened.ask(signing.verify, { accessToken: token, dateOfBirth: born })
  secrets['the cookie of a patient'] = opened.cookie('candour.consent')!
  await opened.ask(signing.read, { consentId })
}

/** Other programs are let in, and told of what happens. */
async function connect(): Promise<void> {
  const asked = integrations.createKey['~orpc'].meta.example as never
  const key = await owner.ask(integrations.createKey, asked)
  secrets['the key of another program'] = key.secret
  const hook = integrations.createWebhook['~orpc'].meta.example as never
  secrets['the secret of a webhook'] = (await owner.ask(integrations.createWebhook, hook)).secret
  keep(await makeCaller(app.http, '', `${key.secret}x`).get('/api/fhir/R4/Patient'))
}

/** Requests that cannot be read, and such that our database does not answer. */
async function fail(): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const half = JSON.stringify(person).slice(0, -1)
  keep(await owner.send({ method: 'POST', url: '/api/clinic/patients', headers: json, payload: half }))
  keep(await owner.call(patients.create, { ...person, dateOfBirth: `${born}T`, nhsNumber: '9434765918' }))
  keep(await owner.send({ method: 'GET', url: `/api/clinic/patients?search=${person.lastName}&page=x` }))
  keep(
    await owner.send({ method: 'GET', url: `/api/patient/links/${secrets['the token of a link']}/nothing` }),
  )
  await world.owner.query('alter table patients rename to patients_away')
  const faults = [
    await owner.call(patients.create, person),
    await owner.call(patients.list, { search: person.lastName }),
    await nobody().call(signing.verify, { accessToken: secrets['the token of a link']!, dateOfBirth: born }),
  ]
  await world.owner.query('alter table patients_away rename to patients')
  expect(faults.map(keep).map(({ status }) => status)).toEqual([500, 500, 500])
}

beforeAll(async () => {
  world = await openWorld()
  const note = (part: unknown) => printed.push(String(part)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(note)
  vi.spyOn(process.stderr, 'write').mockImplementation(note)
  try {
    const log = openLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } })
    app = await world.openAnother({}, log)
    owner = makeCaller(app.http, world.a.staff.owner.cookie)
    await signInAllWays()
    await openLinks()
    await connect()
    await fail()
    await app.jobs.drain()
  } finally {
    vi.restoreAllMocks()
  }
})
afterAll(async () => {
  await app.close()
  await world.close()
})

/** What is written of a secret, also where it stands in an address. */
const ways = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64url'),
]
const found = (text: string, sought: Record<string, string>) =>
  Object.entries(sought).flatMap(([name, secret]) =>
    ways(secret).some((way) => text.includes(way)) ? [name] : [],
  )

const ofPerson = { ...person, address: 'Marmalade', 'what they have': 'Vermilion' } as Record<string, string>

describe('nothing that lets somebody in, and nothing of a patient', () => {
  it('stands in the log, at its most talkative, whatever failed', () => {
    expect(lines.filter((line) => line.includes('request failed'))).toHaveLength(3)
    const { title: _title, ...told } = ofPerson
    expect(found(lines.join(''), { ...secrets, ...told })).toEqual([])
  })

  it('is printed beside the log', () => {
    const { title: _title, ...told } = ofPerson
    expect(found(printed.join(''), { ...secrets, ...told })).toEqual([])
  })

  it('comes back in a refusal', () => {
    expect(refusals.length).toBeGreaterThan(12)
    const { title: _title, ...told } = ofPerson
    expect(found(refusals.join('\n'), { ...secrets, ...told })).toEqual([])
  })
})

it('a copy of the database lets nobody in: of what is given out, none stands there as it is', async () => {
  expect(Object.keys(secrets).length).toBeGreaterThan(15)
  const copy = await dump()
  // What is looked in holds what it is made of.
  expect(copy).toContain(person.lastName)
  expect(found(copy, secrets)).toEqual([])
})
