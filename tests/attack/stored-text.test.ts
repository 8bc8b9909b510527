import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Audience } from '../../contract/access.ts'
import type { App } from '../../server/app.ts'
import { openDataKeys } from '../../server/modules/data-keys/index.ts'
import { openFileFolder } from '../../server/platform/files/file-folder.ts'
import { sealedFiles } from '../../server/platform/files/sealed-files.ts'
import { keyringKeeper } from '../../server/platform/keys/key-keeper.ts'
import { openKeyring } from '../../server/platform/keys/keyring.ts'
import { nextIpAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { declaredOperations, fillExample } from '../access/declared-operations.ts'
import { fuzzedOperations } from './operation-fuzzing.ts'
import { resetSharedState } from './operation-fixture.ts'
import { freePort, pageTable, servePages } from './served-pages.ts'
import { startCrawler, type PageVisit, type ScreenCrawler } from './screen-crawler.ts'
import { plantEverywhere, type PlantingReport } from './hostile-text-planting.ts'
import { fieldsNotDisplayed, unwrittenParts } from './unshown-fields.ts'

/** A limit against hanging, far above what a loaded machine needs; each page has its own, which names it. */
const ms_max = 1_800_000
/** Under which texts are looked for once they are shown. */
const hostileMarker = /hostile-\d+z/g

let testApp: TestApp
let app: App
let crawler: ScreenCrawler
let plantedTexts: PlantingReport
const pageVisits: PageVisit[] = []

const mailNames = async () =>
  (await readdir(path.join(testApp.config.dataDir, 'outbox')))
    .filter((name) => name.endsWith('.eml'))
    .toSorted()

/** Values of the parts of a path that stand for something: what was made, and before all what holds hostile text. */
async function valuesOfParts(): Promise<Record<string, string[]>> {
  const { owner, clinicA } = testApp
  const ids = async (query: string) =>
    (await owner.query<{ id: string }>(query, [clinicA.id])).rows.map(({ id }) => id)
  const { scene, places } = plantedTexts
  const known = Object.fromEntries(
    Object.keys({ ...scene.ids, ...places }).map((name) => [
      name,
      [...new Set([scene.ids[name] ?? [], places[name] ?? []].flat())],
    ]),
  )
  return {
    ...known,
    patientId: await ids(
      `select id from patients where clinic_id = $1 and (first_name like '%hostile-%' or id = '${scene.ids.patientId}') order by created_at, id limit 6`,
    ),
    templateId: await ids(
      `select id from templates where name like '%hostile-%' and coalesce(owner_clinic_id, $1) = $1 order by created_at, id limit 8`,
    ),
    // What these show of most consents is on the consent's own page as well.
    'consentId of /clinic/sign-consent/:consentId': known.consentId!.slice(0, 4),
    'consentId of /clinic/consents/:consentId/sent': known.consentId!.slice(0, 4),
    'consentId of /clinic/consents/:consentId/capacity': await ids(
      'select distinct consent_id as id from capacity_assessments where clinic_id = $1',
    ),
    'templateId of /admin/consent-templates/reviews/:templateId': await ids(
      `select distinct r.template_id as id from template_reviews r join templates t on t.id = r.template_id
       where coalesce(t.owner_clinic_id, $1) = $1`,
    ),
    versionId: [scene.ids.platformVersionId!],
    messageName: (await mailNames()).slice(-3),
    ...{ language: ['pl'], format: ['standard'], itemId: ['CQ02'], policy: ['records'] },
  }
}

/** Every address of pages that begin so, with each value of what stands in it, or of what stands in it there. */
function pathsOf(begin: RegExp, values: Record<string, string[]>): string[] {
  return pageTable.pages
    .map(({ pattern }) => pattern)
    .filter((pattern) => begin.test(pattern))
    .flatMap((pattern) => {
      const names = Array.from(pattern.matchAll(/:(\w+)/g), ([, name]) => name!)
      const valuesOf = (name: string) => values[`${name} of ${pattern}`] ?? values[name] ?? ['none']
      const many = Math.max(1, ...names.map((name) => valuesOf(name).length))
      return Array.from({ length: many }, (_, place) =>
        names.reduce(
          (url, name) => url.replace(`:${name}`, valuesOf(name).at(place % valuesOf(name).length)!),
          pattern,
        ),
      )
    })
}

/** A consent's page shows one part at a time, and all of them under each other where that is asked for. */
const inOnePiece = (path: string): string =>
  /^\/clinic\/consents\/[0-9a-f-]{36}$/.test(path) ? `${path}?section=all` : path

const cookiesOf = ({ cookie }: Pick<TestCaller, 'cookie'>): Record<string, string> =>
  Object.fromEntries(
    cookie.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )

async function visitAllPages(): Promise<void> {
  const values = await valuesOfParts()
  const { scene } = plantedTexts
  const look = async (caller: Pick<TestCaller, 'cookie'>, paths: readonly string[]) =>
    void pageVisits.push(...(await crawler.visit(caller.cookie ? cookiesOf(caller) : {}, paths)))
  await look(testApp.clinicA.staff.owner, pathsOf(/^\/clinic/, values).map(inOnePiece))
  await look(
    testApp.superAdmin,
    pathsOf(/^\/(admin(?!-login)|templates\/consent)/, { ...values, consentId: [scene.ids.openedId!] }),
  )
  await look(
    { cookie: '' },
    pathsOf(/^\/($|login|register|locked|status|setup|contact|verify|try-consent|capacity-test)/, {}),
  )
  for (const name of ['viewedId', 'askedId', 'toldId', 'signedId', 'treatedId', 'sharedId', 'allowedId']) {
    const consentId = scene.ids[name]!
    await look(
      await scene.patientOf(consentId),
      pathsOf(/^\/(consent|ai-consent|consent-pdf|your-visit)\//, { consentId: [consentId] }),
    )
  }
  await look(await scene.supporterOf(scene.ids.supporterId!), [`/supporter/${scene.ids.supporterToken}`])
  await look(await scene.patientAtHome(), ['/patient'])
}

beforeAll(async () => {
  testApp = await openTestApp()
  plantedTexts = await plantEverywhere(testApp, fuzzedOperations)
  await resetSharedState({ testApp, clinic: testApp.clinicA, ready: null })
  await testApp.runJobs()
  const port = await freePort()
  // Its own address is part of what it is told, and of what pages may ask.
  app = await servePages(testApp, `http://localhost:${port}`)
  await app.http.listen({ host: '127.0.0.1', port })
  crawler = await startCrawler(`http://localhost:${port}`)
  await visitAllPages()
}, ms_max)
afterAll(async () => {
  await crawler.close()
  await app.close()
  await testApp.close()
})

describe('hostile text in every field that takes text', () => {
  it('was taken by all of them but those that cannot be asked here', () => {
    expect(Object.keys(plantedTexts.refused).toSorted()).toEqual([
      // What a device proves goes with it; a passkey that is there takes another name.
      'account.addPasskey name',
      // Treatment starts once; the reason to start in spite of something was taken.
      'appointments.start note',
      // No model is set up here.
      'clinicalNotes.suggest note',
      // Criteria, content and version are of a list. Names of webhooks are planted by `integrations`, of the same table.
      'files.fhirSubscriptions.createSubscription body.channel.payload',
      'files.fhirSubscriptions.createSubscription body.criteria',
      'files.fhirSubscriptions.createSubscription body.end',
      'files.fhirSubscriptions.createSubscription body.reason',
      'files.fhirSubscriptions.updateSubscription body.channel.payload',
      'files.fhirSubscriptions.updateSubscription body.criteria',
      'files.fhirSubscriptions.updateSubscription body.end',
      'files.fhirSubscriptions.updateSubscription body.meta.versionId',
      'files.fhirSubscriptions.updateSubscription body.reason',
      // Patient and clinician are references. What an appointment says is planted by `programs.saveAppointment`, which does
      // the same.
      'files.fhirWrites.createAppointment body.description',
      'files.fhirWrites.createAppointment body.identifier.0.system',
      'files.fhirWrites.createAppointment body.identifier.0.value',
      'files.fhirWrites.createAppointment body.participant.0.actor.display',
      'files.fhirWrites.createAppointment body.participant.0.actor.reference',
      'files.fhirWrites.createAppointment body.participant.0.actor.type',
      'files.fhirWrites.createAppointment body.participant.1.actor.display',
      'files.fhirWrites.createAppointment body.participant.1.actor.reference',
      'files.fhirWrites.createAppointment body.participant.1.actor.type',
      // Whose identifier is known already is sent with the condition that says so, and a death is not told by programs.
      // Names and identifiers are planted by `programs.savePatient`, which does the same.
      'files.fhirWrites.createPatient body.deceasedDateTime',
      'files.fhirWrites.createPatient body.identifier.0.system',
      'files.fhirWrites.createPatient body.identifier.0.value',
      'files.fhirWrites.createPatient body.name.0.family',
      'files.fhirWrites.createPatient body.name.0.given.0',
      'files.fhirWrites.createPatient body.name.0.use',
      // As appointments that are created, and patients.
      'files.fhirWrites.updateAppointment body.description',
      'files.fhirWrites.updateAppointment body.identifier.0.system',
      'files.fhirWrites.updateAppointment body.identifier.0.value',
      'files.fhirWrites.updateAppointment body.meta.versionId',
      'files.fhirWrites.updateAppointment body.participant.0.actor.display',
      'files.fhirWrites.updateAppointment body.participant.0.actor.identifier.system',
      'files.fhirWrites.updateAppointment body.participant.0.actor.identifier.value',
      'files.fhirWrites.updateAppointment body.participant.0.actor.reference',
      'files.fhirWrites.updateAppointment body.participant.0.actor.type',
      'files.fhirWrites.updateAppointment body.participant.1.actor.display',
      'files.fhirWrites.updateAppointment body.participant.1.actor.identifier.system',
      'files.fhirWrites.updateAppointment body.participant.1.actor.identifier.value',
      'files.fhirWrites.updateAppointment body.participant.1.actor.reference',
      'files.fhirWrites.updateAppointment body.participant.1.actor.type',
      'files.fhirWrites.updatePatient body.deceasedDateTime',
      'files.fhirWrites.updatePatient body.identifier.0.system',
      'files.fhirWrites.updatePatient body.identifier.0.value',
      'files.fhirWrites.updatePatient body.meta.versionId',
      'files.fhirWrites.updatePatient body.name.0.family',
      'files.fhirWrites.updatePatient body.name.0.given.0',
      'files.fhirWrites.updatePatient body.name.0.use',
      // Names of addresses in a domain that this practice has not verified, and whom somebody is stays. What staff are
      // called is planted on the staff list.
      'files.scim.addUser body.displayName',
      'files.scim.addUser body.externalId',
      'files.scim.addUser body.name.familyName',
      'files.scim.addUser body.name.givenName',
      'files.scim.addUser body.userName',
      'files.scim.patchGroup body.Operations.0.op',
      'files.scim.patchGroup body.Operations.0.path',
      'files.scim.patchUser body.Operations.0.op',
      'files.scim.replaceUser body.displayName',
      'files.scim.replaceUser body.externalId',
      'files.scim.replaceUser body.name.familyName',
      'files.scim.replaceUser body.name.givenName',
      'files.scim.replaceUser body.userName',
      // What a device proves goes with it, as above.
      'identity.finishPasskeyEnrolment name',
      // Comes from the practice system's sign-in page, and is answered once.
      'practiceSystems.answerAccess error',
      'practiceSystems.answerAccess state',
      // A practice has one system; its key is replaced instead.
      'practiceSystems.connect key',
      // Names an appointment.
      'programs.cancelAppointment identifier',
      // The link is mailed to one address, and used once. Registering takes the same.
      'registration.found firstName',
      'registration.found lastName',
      'registration.found practice.name',
      // The first practice is there. The platform's own way to make one takes the same.
      'setupWizard.makePractice address',
      'setupWizard.makePractice firstName',
      'setupWizard.makePractice lastName',
      'setupWizard.makePractice name',
      // Nobody is at the provider's address.
      'singleSignOn.start to',
      // What an app asks for is compared with what was registered, and goes back to it alone.
      'smartApps.decide aud',
      'smartApps.decide clientId',
      'smartApps.decide codeChallenge',
      'smartApps.decide codeChallengeMethod',
      'smartApps.decide launch',
      'smartApps.decide redirectUri',
      'smartApps.decide responseType',
      'smartApps.decide scope',
      'smartApps.decide state',
      'smartApps.review aud',
      'smartApps.review clientId',
      'smartApps.review codeChallenge',
      'smartApps.review codeChallengeMethod',
      'smartApps.review launch',
      'smartApps.review redirectUri',
      'smartApps.review responseType',
      'smartApps.review scope',
      'smartApps.review state',
    ])
    expect(plantedTexts.planted.length).toBeGreaterThan(420)
    expect(testApp.loggedErrors).toEqual([])
  })

  it('fits everywhere, is what is sent, and stands wherever an input may hold words', () => {
    expect(plantedTexts.tooShort).toEqual([])
    expect(plantedTexts.notSent).toEqual([])
    expect(plantedTexts.unwritten.toSorted()).toEqual(Object.keys(unwrittenParts).toSorted())
    expect(plantedTexts.needless, 'exemptions that nothing needs').toEqual([])
  })

  it('is text on every screen: no script, no dialog, no markup, no way elsewhere', () => {
    expect(pageVisits.length).toBeGreaterThan(150)
    expect(pageVisits.flatMap(({ path: at, alarms }) => alarms.map((alarm) => `${at} ${alarm}`))).toEqual([])
  })

  it('was shown, but for what no page shows that is only opened', () => {
    const shown = new Set(pageVisits.flatMap(({ text }) => text.match(hostileMarker) ?? []))
    const unseen = plantedTexts.planted.filter((one) => !shown.has(one.mark)).map(({ field }) => field)
    expect(unseen.toSorted()).toEqual(
      Object.entries(fieldsNotDisplayed)
        .flatMap(([operation, fields]) => fields.map((field) => `${operation} ${field}`))
        .toSorted(),
    )
  })
})

async function callerOf(access: Audience) {
  if (access === 'admin') return testApp.as(testApp.superAdmin)
  return access === 'group' ? (await testApp.clinicA.addOwnGroup()).caller : testApp.clinicA.as('owner')
}

it('makes no formula of any list that is taken away as CSV', async () => {
  const lists = declaredOperations.filter(({ path: at, kind }) => kind === 'file' && at.endsWith('.csv'))
  expect(lists.length).toBeGreaterThan(5)
  let hostile = 0
  const formulas: string[] = []
  for (const declared of lists) {
    const caller = await callerOf(declared.access)
    const input = fillExample(declared.meta.example, plantedTexts.scene.ids)
    const { status, raw } = await caller.send(declared.request(input), { from: nextIpAddress() })
    expect([200, 404, 409], declared.name).toContain(status)
    if (status !== 200) continue
    const rows = parse(raw, { bom: true, relax_column_count: true }) as string[][]
    const cells = rows.flat()
    hostile += cells.join(' ').match(hostileMarker)?.length ?? 0
    // What a spreadsheet would reckon, or ask of another program; a figure below nothing is none.
    formulas.push(...cells.filter((cell) => /^[\s\0]*[=+\-@\t\r]/.test(cell) && !/^-?[\d.,]+$/.test(cell)))
  }
  expect(hostile).toBeGreaterThan(0)
  expect(formulas).toEqual([])
})

it('adds no head and no recipient to any mail', async () => {
  const folder = path.join(testApp.config.dataDir, 'outbox')
  const names = await mailNames()
  expect(names.length).toBeGreaterThan(20)
  let hostile = 0
  for (const name of names) {
    const raw = await readFile(path.join(folder, name))
    const mail = await PostalMime.parse(raw)
    hostile += JSON.stringify([mail.subject, mail.text, mail.html]).match(hostileMarker)?.length ?? 0
    expect([mail.bcc ?? [], mail.cc ?? []], name).toEqual([[], []])
    expect(mail.to!.length, name).toBe(1)
    expect(
      mail.headers
        .filter(({ key, value }) => key !== 'subject' && /evil@evil/.test(value))
        .map(({ key }) => key),
      name,
    ).toEqual([])
    expect(mail.html ?? '', name).not.toMatch(/<(?:img|script|b)[^>]*id=hostile-/)
  }
  expect(hostile).toBeGreaterThan(0)
})

const pdfSignature = Buffer.from('%PDF-')

/** The words of a document as a reader shows them, without its line ends. */
async function wordsOf(pdf: Buffer): Promise<string> {
  const reading = promisify(execFile)('pdftotext', ['-', '-'], { maxBuffer: 10_000_000 })
  reading.child.stdin!.end(pdf)
  return (await reading).stdout.replaceAll(/\s/g, '')
}

/** Files as they were before they were encrypted. */
function storedFiles() {
  const { config, clock } = testApp
  if (config.masterKey.off) throw new Error('The app has no master key')
  const keeper = keyringKeeper(openKeyring({ masterKey: config.masterKey.key }))
  return sealedFiles(openFileFolder(config.dataDir), openDataKeys({ database: app.database, keeper, clock }))
}

it('makes nothing alive in any document', async () => {
  const folder = path.join(testApp.config.dataDir, 'files/documents')
  const names = await readdir(folder, { recursive: true })
  const files = storedFiles()
  const bytes = await Promise.all(
    names
      .filter((name) => /\/[\da-f]{64}/.test(name))
      .map(async (name) => Buffer.from((await files.readAll(`documents/${path.basename(name)}`))!)),
  )
  const documents = bytes.map((one) => one.toString('latin1')).filter((text) => text.startsWith('%PDF-'))
  expect(documents.length).toBeGreaterThan(3)
  const words = await Promise.all(bytes.filter((one) => one.subarray(0, 5).equals(pdfSignature)).map(wordsOf))
  // Typst drew it as it was written, rather than that it did what it says.
  expect(words.join(' ')).toMatch(/hostile-\d+z[^#]*#panic\(\)/)
  for (const text of documents) {
    // What is packed into streams is words and pictures.
    const written = text.replaceAll(/stream\r?\n[\s\S]*?endstream/g, '')
    // What stands in a string is words too, as long as the string ends where it should.
    const alive = written.replaceAll(/\((?:\\[\s\S]|[^\\()])*\)/g, '()')
    expect(alive).not.toMatch(
      /\/(JavaScript|JS|OpenAction|AA|Launch|SubmitForm|EmbeddedFile|RichMedia|GoToR|ImportData)\b/,
    )
    expect(written).not.toMatch(/\/URI ?\((?!https?:)|\/URI ?\([^)]*evil/)
  }
})
