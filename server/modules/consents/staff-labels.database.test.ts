import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import shipped from '../../../build/content/patient-factors.json' with { type: 'json' }
import library from '../../../build/content/treatment-properties.json' with { type: 'json' }
import type { LibraryFactorBook } from '../../../build/content/types.d.ts'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { placeholderNames } from '../../../contract/consent-plan.ts'
import { contract } from '../../../contract/index.ts'
import { treatments_max } from '../../../contract/limits.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import { cookieOf, signatureFor } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const book = shipped as LibraryFactorBook
const rulesOfFactors = book.rules.filter(({ when }) => when.factor !== undefined)
const teeth = ['48', '16']

/** Treatments of the library that together meet every rule, the next always the one that meets most of what is left. */
function treatmentsForAllRules(): string[] {
  const meets = (properties: readonly string[], { when }: (typeof rulesOfFactors)[number]) =>
    when.properties === 'all' || when.properties.some((name) => properties.includes(name))
  const chosen: string[] = []
  let left = rulesOfFactors
  while (left.length > 0) {
    const counted = library.treatments.map(({ id, properties }) => ({
      id,
      count: left.filter((rule) => meets(properties, rule)).length,
    }))
    const best = counted.toSorted((one, other) => other.count - one.count)[0]!
    if (best.count === 0) throw new Error(`No treatment meets ${left.map(({ id }) => id).join(', ')}`)
    const { properties } = library.treatments.find(({ id }) => id === best.id)!
    chosen.push(best.id)
    left = left.filter((rule) => !meets(properties, rule))
  }
  return chosen
}

async function templatesOf(libraryIds: readonly string[]): Promise<string[]> {
  const { rows } = await testApp.owner.query<{ id: string; library_id: string }>(
    'select id, library_id from templates where owner_clinic_id is null and library_id = any($1)',
    [libraryIds],
  )
  return libraryIds.map((libraryId) => rows.find((row) => row.library_id === libraryId)!.id)
}

/** Somebody of seventeen who answers these questions with a yes. */
async function addPatientWith(factors: typeof book.factors): Promise<string> {
  const born = `${testApp.clock.now().getUTCFullYear() - 17}-01-01`
  const patientId = await testApp.clinicA.addPatient({ dateOfBirth: born })
  const { version } = await testApp.clinicA.as('dentist').callOk(contract.histories.get, { patientId })
  const facts = factors.map(({ id, fields }) => ({
    ...{ factor: id, answer: 'yes' as const },
    fields: Object.fromEntries(
      fields.map(({ name, kind }) => [
        name,
        {
          ...{ text: 'As told', number: '5', 'yes or no': 'no' },
          date: name === 'started' ? '2015-01-01' : '2026-01-01',
        }[kind]!,
      ]),
    ),
  }))
  await testApp.clinicA
    .as('dentist')
    .callOk(contract.histories.save, { patientId, version, source: 'clinician', facts })
  return patientId
}

async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const file = path.join(testApp.config.dataDir, 'consent.pdf')
  await writeFile(file, bytes)
  const { stdout } = spawnSync('pdftotext', [file, '-'], { encoding: 'utf8' })
  return stdout.replaceAll(/\s+/g, ' ')
}

/** A consent to these treatments that the patient has signed, and everything in which somebody outside the practice reads it. */
async function collectPatientTexts(patientId: string, templateIds: readonly string[]) {
  const owner = testApp.clinicA.as('owner')
  const placeholders = Object.fromEntries(placeholderNames.map((name) => [name, 'as we talked about']))
  const draft = await testApp.clinicA.addDraft({
    patientId,
    items: templateIds.map((templateId) => ({
      ...{ templateId, teeth, placeholders, area: null, material: '', pricePence: null, band: null },
    })),
  })
  const { findings } = await owner.callOk(contract.histories.risks, {
    patientId,
    day: dateInTimeZone(testApp.clock.now()),
    treatments: templateIds.map((templateId) => ({ templateId, teeth })),
  })
  const personalRisks = findings.map(
    ({ ruleId, severity, statement, patientReasons, because, teeth: where }) => ({
      ...{ ruleId, severity, statement, decision: 'accepted' as const, reason: 'Talked through' },
      // What a program sends that takes the practice's own words for the patient's.
      because: severity === 'info' ? patientReasons : because,
      teeth: where,
    }),
  )
  const { plan, clinician, id: consentId } = draft
  const details = { ...plan, personalRisks, patientId, clinicianId: clinician.id, consentId }
  await owner.callOk(contract.consents.update, details)
  const sent = await owner.callOk(contract.consents.send, {
    consentId,
    by: 'email',
    unaskedAcknowledged: true,
    wordingConfirmed: true,
  })
  const { url } = await owner.callOk(contract.signing.createLink, { consentId })
  const { dateOfBirth } = sent.patient
  const accessToken = url.split('/').at(-1)!
  const proved = await testApp.anonymous().call(contract.signing.verify, { accessToken, dateOfBirth })
  const patient = createTestCaller(testApp.app.http, cookieOf(proved.cookies[0]!))
  const page = await patient.callOk(contract.signing.read, { consentId })
  const { supporter, supporterId } = await testApp.clinicA.addSupporter({ consentId, patient })
  const shared = await supporter.callOk(contract.supporters.read, { supporterId })
  const signing = signatureFor({ consentId, patientId, contentHash: sent.contentHash! })
  await patient.callOk(contract.signing.sign, {
    ...signing,
    confirmed: page.content.statements.map((_statement, place) => place),
  })
  await testApp.runJobs()
  const { documents } = await patient.callOk(contract.signing.read, { consentId })
  const copy = await patient.get(`/api/patient/consents/${consentId}/documents/${documents[0]!.id}`)
  const program = createTestCaller(testApp.app.http, '', (await testApp.clinicA.addApiKey()).secret)
  const fhir = await program.get(`/api/fhir/Consent/${consentId}`)
  expect([copy.status, fhir.status]).toEqual([200, 200])
  return {
    found: findings.map(({ ruleId }) => ruleId),
    read: {
      page: JSON.stringify(page),
      supporter: JSON.stringify(shared),
      PDF: await textOfPdf(copy.raw),
      FHIR: JSON.stringify(fhir.body),
    },
  }
}

const normalize = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')
/** A statement may say what a factor is called, where that is plain and nobody's secret. */
const wordsForPatients = normalize(
  [
    ...book.rules.map(({ statement }) => statement),
    ...book.factors.map(({ patientReason }) => patientReason),
  ].join(' '),
)
/** What nobody but staff reads: what factors are called, the parts of a name that say why, and what the practice does. */
const wordsOfStaff = [
  ...book.factors.flatMap(({ label }) => [label, ...label.split(/[:;(]/)]),
  ...book.rules.map(({ forStaff }) => forStaff),
].filter(
  (words) =>
    normalize(words).trim().split(' ').length > 2 && !wordsForPatients.includes(normalize(words).trim()),
)

it('no label of staff reaches anybody outside the practice, by any door', { timeout: 240_000 }, async () => {
  const chosen = await templatesOf(treatmentsForAllRules())
  const found = new Set<string>()
  const patientTexts: [string, string][] = []
  // A plan holds so many risks: half of the book at a time.
  const half = Math.ceil(book.factors.length / 2)
  for (const factors of [book.factors.slice(0, half), book.factors.slice(half)]) {
    const patientId = await addPatientWith(factors)
    for (let from = 0; from < chosen.length; from += treatments_max) {
      const one = await collectPatientTexts(patientId, chosen.slice(from, from + treatments_max))
      for (const ruleId of one.found) found.add(ruleId)
      patientTexts.push(...Object.entries(one.read))
    }
  }
  patientTexts.push(['mail', JSON.stringify(await testApp.mail())])
  // Each rule of a factor held somewhere: nothing was kept silent for want of a finding.
  const replaced = book.rules.flatMap(({ id, replaces }) => (found.has(id) ? replaces : []))
  const silent = rulesOfFactors.filter(({ id }) => !found.has(id) && !replaced.includes(id))
  expect(silent).toEqual([])
  for (const [door, text] of patientTexts)
    for (const words of wordsOfStaff)
      expect(normalize(text).includes(normalize(words)), `${door} says '${words}'`).toBe(false)
  const pages = patientTexts.filter(([door]) => door === 'page' || door === 'PDF')
  for (const [door, text] of pages) expect(text, door).toContain('Risks that apply to you')
})

it.each([
  'recreational-drugs',
  'alcohol-high',
  'pregnancy',
  'immunosuppressed',
  'sleep-apnoea',
  'cognitive',
  'body-image',
])('of %s no reason is said', (id) => {
  expect(book.factors.find((factor) => factor.id === id)!.patientReason).toBe('')
})
