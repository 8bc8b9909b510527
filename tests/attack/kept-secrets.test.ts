import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { App } from '../../server/app.ts'
import { openLog } from '../../server/platform/log.ts'
import { createTestAccounts, testPassword } from '../../server/testing/test-accounts.ts'
import { openTestBrowser } from '../../server/testing/test-browser.ts'
import { createTestCaller, type TestResponse, type TestCaller } from '../../server/testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'

const { identity, account, signing, patients, integrations } = contract

/** What is typed by those who get it wrong, or is nobody's. */
const wrong = {
  'a wrong password': 'wrong-Marigold-7731',
  'an unknown link': `unknownLink${'Q'.repeat(32)}`,
  'a wrong birth date': '1944-08-23',
  'a reset token that is none': `noResetToken${'R'.repeat(31)}`,
}
const secretBirthDate = '1933-07-19'
/** A person as no other is called. */
const person = {
  title: 'Mrs',
  firstName: 'Xanthippe',
  lastName: 'Quillfeather',
  preferredName: 'Zanzi',
  dateOfBirth: secretBirthDate,
  email: 'xanthippe.quillfeather@patients.example.org',
  phone: '07700900461',
  nhsNumber: '9434765919',
  address: '77 Marmalade Terrace\nWhitby YO21 3AA',
}
const freshPassword = 'seventeen lilac umbrellas'

let testApp: TestApp
let app: App
let owner: TestCaller
const logLines: string[] = []
const consoleOutput: string[] = []
const refusals: string[] = []
/** What lets somebody in: kept by nobody but whoever was given it. */
const secrets: Record<string, string> = {
  ...wrong,
  'the password': testPassword,
  'the new password': freshPassword,
}

const recordResponse = <A extends TestResponse<unknown>>(answer: A): A => {
  if (answer.error) refusals.push(answer.raw.toString())
  return answer
}
const anonymousCaller = () => createTestCaller(app.http)

/** All that would be read by whoever comes by a copy of the database. */
async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await testApp.owner.query<{ named: string }>(
    `select format('%I.%I', schemaname, tablename) as named from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { named } of tables) {
    const { rows } = await testApp.owner.query<{ row: string }>(`select kept::text as row from ${named} kept`)
    parts.push(...rows.map(({ row }) => `${named} ${row}`))
  }
  return parts.join('\n')
}

const tokenIn = async (recipient: string): Promise<string> => {
  await app.jobs.drain()
  const mail = (await testApp.mail()).findLast(({ to }) => to === recipient)
  return /#([\w-]{24,64})/.exec(mail!.text)![1]!
}

/** Somebody signs in wrongly, rightly and with an app, forgets the password and sets another. */
async function signInAllWays(): Promise<void> {
  const accounts = createTestAccounts(testApp, 'secrets')
  const member = await accounts.addMember()
  const { email } = member
  const browser = openTestBrowser(app.http, member.cookie)
  const { secret, recoveryCodes } = await browser.callOk(account.startSecondFactor, {})
  await browser.callOk(account.confirmSecondFactor, { code: accounts.codeOf(secret) })
  secrets['the secret of an authenticator app'] = secret
  recoveryCodes.forEach((code, place) => (secrets[`recovery code ${place}`] = code))

  recordResponse(
    await anonymousCaller().call(identity.signIn, { login: email, password: wrong['a wrong password'] }),
  )
  recordResponse(
    await anonymousCaller().call(identity.signIn, {
      login: 'nobody@example.org',
      password: wrong['a wrong password'],
    }),
  )
  const fresh = openTestBrowser(app.http)
  await fresh.callOk(identity.signIn, { login: email, password: testPassword })
  recordResponse(await fresh.call(identity.secondFactor, { code: '000000', kind: 'app' }))
  await fresh.callOk(identity.secondFactor, { code: accounts.codeOf(secret, 1), kind: 'app' })
  for (const name of fresh.cookies()) secrets[`the cookie ${name}`] = decodeURIComponent(fresh.cookie(name)!)

  await anonymousCaller().callOk(identity.sendEmailLink, { email })
  secrets['the token of a link to sign in'] = await tokenIn(email)
  await anonymousCaller().callOk(identity.requestReset, { email })
  const token = await tokenIn(email)
  secrets['the token of a reset'] = token
  recordResponse(
    await anonymousCaller().call(identity.reset, {
      token: wrong['a reset token that is none'],
      password: freshPassword,
    }),
  )
  recordResponse(await anonymousCaller().call(identity.reset, { token, password: 'short' }))
  await anonymousCaller().callOk(identity.reset, { token, password: freshPassword })
}

/** A patient opens a link wrongly and rightly. */
async function openLinks(): Promise<void> {
  const { id: patientId } = await createTestCaller(app.http, testApp.clinicA.staff.dentist.cookie).callOk(
    patients.create,
    person,
  )
  const { consentId } = await testApp.clinicA.addSent({ patientId, diagnosis: 'Vermilion pulpitis' })
  const { token } = await testApp.clinicA.addLink({ consentId })
  secrets['the token of a link'] = token
  await app.jobs.drain()
  recordResponse(await anonymousCaller().call(signing.open, { accessToken: wrong['an unknown link'] }))
  recordResponse(
    await anonymousCaller().call(signing.verify, {
      accessToken: token,
      dateOfBirth: wrong['a wrong birth date'],
    }),
  )
  const opened = openTestBrowser(app.http)
  await opened.callOk(signing.verify, { accessToken: token, dateOfBirth: secretBirthDate })
  secrets['the cookie of a patient'] = opened.cookie(`candour.consent.${consentId}`)!
  await opened.callOk(signing.read, { consentId })
}

/** Other programs are let in, and told of what happens. */
async function connectIntegrations(): Promise<void> {
  const asked = integrations.createKey['~orpc'].meta.example as never
  const key = await owner.callOk(integrations.createKey, asked)
  secrets['the key of another program'] = key.secret
  const hook = integrations.createWebhook['~orpc'].meta.example as never
  secrets['the secret of a webhook'] = (await owner.callOk(integrations.createWebhook, hook)).secret
  recordResponse(await createTestCaller(app.http, '', `${key.secret}x`).get('/api/fhir/Consent'))
}

/** Requests that cannot be read, and such that our database does not answer. */
async function provokeErrors(): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const half = JSON.stringify(person).slice(0, -1)
  recordResponse(
    await owner.send({ method: 'POST', url: '/api/clinic/patients', headers: json, payload: half }),
  )
  recordResponse(
    await owner.call(patients.create, {
      ...person,
      dateOfBirth: `${secretBirthDate}T`,
      nhsNumber: '9434765918',
    }),
  )
  recordResponse(
    await owner.send({ method: 'GET', url: `/api/clinic/patients?search=${person.lastName}&page=x` }),
  )
  recordResponse(
    await owner.send({ method: 'GET', url: `/api/patient/links/${secrets['the token of a link']}/nothing` }),
  )
  await testApp.owner.query('alter table patients rename to patients_away')
  const faults = [
    await owner.call(patients.create, person),
    await owner.call(patients.list, { search: person.lastName }),
    await anonymousCaller().call(signing.verify, {
      accessToken: secrets['the token of a link']!,
      dateOfBirth: secretBirthDate,
    }),
  ]
  await testApp.owner.query('alter table patients_away rename to patients')
  expect(faults.map(recordResponse).map(({ status }) => status)).toEqual([500, 500, 500])
}

beforeAll(async () => {
  testApp = await openTestApp()
  const note = (part: unknown) => consoleOutput.push(String(part)) > 0
  vi.spyOn(process.stdout, 'write').mockImplementation(note)
  vi.spyOn(process.stderr, 'write').mockImplementation(note)
  try {
    const log = openLog({ level: 'trace', destination: { write: (line) => void logLines.push(line) } })
    app = await testApp.openSecondInstance({}, log)
    owner = createTestCaller(app.http, testApp.clinicA.staff.owner.cookie)
    await signInAllWays()
    await openLinks()
    await connectIntegrations()
    await provokeErrors()
    await app.jobs.drain()
  } finally {
    vi.restoreAllMocks()
  }
})
afterAll(async () => {
  await app.close()
  await testApp.close()
})

/** What is written of a secret, also where it stands in an address. */
const ways = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64url'),
]
const findSecrets = (text: string, sought: Record<string, string>) =>
  Object.entries(sought).flatMap(([name, secret]) =>
    ways(secret).some((way) => text.includes(way)) ? [name] : [],
  )

const personalData = { ...person, address: 'Marmalade', 'what they have': 'Vermilion' } as Record<
  string,
  string
>

describe('nothing that lets somebody in, and nothing of a patient', () => {
  it('stands in the log, at its most talkative, whatever failed', () => {
    expect(logLines.filter((line) => line.includes('request failed'))).toHaveLength(3)
    const { title: _title, ...told } = personalData
    expect(findSecrets(logLines.join(''), { ...secrets, ...told })).toEqual([])
  })

  it('is printed beside the log', () => {
    const { title: _title, ...told } = personalData
    expect(findSecrets(consoleOutput.join(''), { ...secrets, ...told })).toEqual([])
  })

  it('comes back in a refusal', () => {
    expect(refusals.length).toBeGreaterThan(12)
    const { title: _title, ...told } = personalData
    expect(findSecrets(refusals.join('\n'), { ...secrets, ...told })).toEqual([])
  })
})

it('a copy of the database lets nobody in: of what is given out, none stands there as it is', async () => {
  expect(Object.keys(secrets).length).toBeGreaterThan(15)
  const copy = await dumpDatabase()
  // What is looked in holds what it is made of.
  expect(copy).toContain(person.lastName)
  expect(findSecrets(copy, secrets)).toEqual([])
})
