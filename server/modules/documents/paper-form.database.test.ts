import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { oneTreatment, paperInputFor, placeholders } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { paper, consents } = contract
const folder = mkdtempSync(join(tmpdir(), 'paper-form-'))
const file = join(folder, 'paper.pdf')

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
  rmSync(folder, { recursive: true })
})

const print = (consentId: string) => testApp.clinicA.as('dentist').call(paper.print, { consentId })
const runTool = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' })

/** The words of each page of what is printed for a consent. */
async function pagesOf(consentId: string): Promise<string[]> {
  const { body } = await print(consentId)
  writeFileSync(file, Buffer.from(body.pdf, 'base64'))
  const pages = runTool('pdftotext', '-layout', file, '-').split('\f')
  return pages.map((page) => page.replaceAll(/\s+/g, ' ').trim()).filter(Boolean)
}

const codeOf = (hash: string) => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`.toUpperCase()
const stripTags = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('a paper to sign', () => {
  it('bears whose it is, its number and the code of its text on every page, and opens nothing', async () => {
    const { consentId, contentHash } = await testApp.clinicA.addSent()
    const pages = await pagesOf(consentId)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
      expect(page).toContain(`Consent ${consentId}`)
      expect(page).toContain(`Code of this text: ${codeOf(contentHash)}`)
      expect(page).toContain('Eleanor Whitcombe')
    }
    expect(pages.join(' ')).not.toContain('sign-consent')
    expect(runTool('pdfinfo', file)).toMatch(/Tagged: +yes/)
    const fonts = runTool('pdffonts', file).trim().split('\n').slice(2)
    expect(fonts.length).toBeGreaterThan(0)
    for (const font of fonts) expect(font).toMatch(/ yes (yes|no) +yes +\d+ +\d+$/)
  })

  it('asks besides the treatment with boxes of its own, none ticked, and only where the practice asks', async () => {
    await testApp.clinicA.askBesides('photos-teaching', 'share-referrer')
    const asking = await testApp.clinicA.addSent()
    await testApp.clinicA.askBesides()
    const words = (await pagesOf(asking.consentId)).join(' ')
    expect(words).toContain('Other questions')
    expect(words).toContain(
      'You may tick yes or no, or leave it blank. Your answers do not affect your treatment.',
    )
    const { content } = await testApp.clinicA
      .as('dentist')
      .callOk(consents.get, { consentId: asking.consentId })
    for (const { question } of content.additionalConsents!)
      expect(words).toContain(question.split(' ').slice(0, 6).join(' '))
    expect(words).not.toMatch(/[☑☒✓✔]/)
    const plain = await testApp.clinicA.addSent()
    expect((await pagesOf(plain.consentId)).join(' ')).not.toContain('Other questions')
  })

  it('says the fixed text, its statements, and asks for an answer to each treatment', async () => {
    const found = await testApp.clinicA
      .as('dentist')
      .callOk(contract.templates.list, { search: 'Simple Extraction' })
    const second = found.rows.find(({ name }) => name === 'Simple Extraction')!
    const items = [
      ...oneTreatment({ templateId: testApp.clinicA.templateId, teeth: ['46'], placeholders }).items,
      ...oneTreatment({ templateId: second.id, teeth: ['38'], placeholders }).items,
    ]
    const { consentId } = await testApp.clinicA.addSent({ items })
    const words = (await pagesOf(consentId)).join(' ')
    const { content } = await testApp.clinicA.as('dentist').callOk(consents.get, { consentId })
    for (const { title } of content.sections) expect(words).toContain(stripTags(title))
    for (const { title } of content.treatments!) expect(words).toContain(`${title} Yes, I agree`)
    for (const said of [
      'Tick each box',
      'parent, or person with parental',
      'Name in capital letters',
      'Time',
    ])
      expect(words).toContain(said)
    expect(words).not.toContain('I interpreted')
    expect(words).not.toContain('I heard the person')
  })

  it('tells of a film that paper cannot show: where to watch it, and what it says', async () => {
    const { consentId } = await testApp.clinicA.addWithVideo({
      seconds: 75,
      transcript: 'It is done like this.',
    })
    const words = (await pagesOf(consentId)).join(' ')
    for (const said of [
      'Video for this form',
      '(1:15). To watch it',
      'use the link that the practice sent you',
      'ask to see it at the practice',
      'It is done like this.',
    ])
      expect(words).toContain(said)
    const { consentId: silent } = await testApp.clinicA.addWithVideo({ transcript: '' })
    expect((await pagesOf(silent)).join(' ')).toContain('It has no transcript.')
    const { consentId: without } = await testApp.clinicA.addSent()
    expect((await pagesOf(without)).join(' ')).not.toContain('film')
  })

  it('has lines for an interpreter where the patient needs one', async () => {
    const patientId = await testApp.clinicA.addPatient({ accessNeeds: ['interpreter'] })
    const { consentId } = await testApp.clinicA.addSent({ patientId })
    expect((await pagesOf(consentId)).join(' ')).toContain('I interpreted all that was said')
  })

  it('is printed only of what waits for a signature', async () => {
    expect((await print((await testApp.clinicA.addDraft()).id)).reason).toBe('wrong-state')
    expect((await print((await testApp.clinicA.addSigned()).consentId)).reason).toBe('wrong-state')
    expect((await print(crypto.randomUUID())).reason).toBe('not-found')
    const { consentId } = await testApp.clinicA.addSent()
    expect((await testApp.clinicA.as('receptionist').call(paper.print, { consentId })).status).toBe(200)
  })
})

it('the sealed record says of a paper who took it in, with its fingerprint and its picture', async () => {
  const sent = await testApp.clinicA.addSent()
  const as = testApp.clinicA.as('nurse')
  const scan = await as.callOk(paper.takeIn, paperInputFor(sent, testApp.clock.now()))
  await testApp.runJobs()
  const { consentId } = sent
  const sealed = await as.get(`/api/clinic/consents/${consentId}/documents/latest`)
  const { raw } = await as.get(String(sealed.headers.location))
  writeFileSync(file, raw)
  const words = runTool('pdftotext', '-raw', file, '-').replaceAll(/\s+/g, ' ')
  for (const said of [
    'By hand on paper',
    'Ewa Kowalczyk',
    'PNG picture, 1 page',
    'Signed paper form, image 1 of 1',
  ])
    expect(words).toContain(said)
  expect(words.replaceAll(/[\s\u200B]/g, '')).toContain(scan.files[0]!.sha256)
  expect(words).not.toContain('Link holder')
})

it('a picture that cannot be drawn leaves no signature without its record', async () => {
  const sent = await testApp.clinicA.addSent()
  // Its header and its end are those of a PNG; between them is nothing that a picture could be drawn from.
  const picture = Buffer.from(paperInputFor(sent, testApp.clock.now()).files[0]!, 'base64')
  const files = [picture.fill(0, 41, picture.length - 12).toString('base64')]
  await testApp.clinicA
    .as('dentist')
    .callOk(paper.takeIn, { ...paperInputFor(sent, testApp.clock.now()), files })
  await testApp.runJobs()
  const { documents } = await testApp.clinicA
    .as('dentist')
    .callOk(consents.get, { consentId: sent.consentId })
  expect(documents).toMatchObject([{ kind: 'signed' }])
})
