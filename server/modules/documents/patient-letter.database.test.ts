import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { documents, signing, patients } = contract
const folder = mkdtempSync(join(tmpdir(), 'patient-letter-'))
const address = '4 Mill Lane\nExeter\nEX1 1AA'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
  rmSync(folder, { recursive: true })
})

const addSent = async (details = { address }) =>
  testApp.clinicA.addSent({ patientId: await testApp.clinicA.addPatient(details) })
const print = (consentId: string) =>
  testApp.clinicA.as('dentist').callOk(documents.printLetter, { consentId })

/** The words of a PDF on one line. */
function wordsOf(pdf: string): string {
  const path = join(folder, 'letter.pdf')
  writeFileSync(path, Buffer.from(pdf, 'base64'))
  return execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ')
}

const tokenIn = (words: string): string =>
  /sign-consent\/([\w-]{43})/.exec(words.replaceAll(/[\s\u200B]/g, ''))![1]!
const isLive = async (accessToken: string) =>
  (await testApp.anonymous().call(signing.open, { accessToken })).status === 200

describe('a letter', () => {
  it('is addressed to the patient, says how to get in, and names no treatment', async () => {
    const { consentId } = await addSent()
    const words = wordsOf((await print(consentId)).pdf)
    for (const said of ['Mrs Eleanor Whitcombe', '4 Mill Lane', 'Harbour Street', 'date of birth'])
      expect(words).toContain(said)
    for (const kept of ['Root Canal', 'tooth', 'Infected', '1961', 'onsent form'])
      expect(words.replaceAll(/https?:\S+/g, '')).not.toContain(kept)
    expect(await isLive(tokenIn(words))).toBe(true)
    const [message] = await testApp.clinicA.as('dentist').callOk(signing.listMessages, { consentId })
    expect(message).toMatchObject({ kind: 'letter', channel: 'letter', state: 'printed', recipient: '' })
  })

  it('takes the place of one printed before, unless that was opened; messages leave it alone', async () => {
    const sent = await addSent()
    const { consentId } = sent
    const first = tokenIn(wordsOf((await print(consentId)).pdf))
    await testApp.clinicA.as('dentist').callOk(signing.resendLink, { consentId })
    await testApp.runJobs()
    expect(await isLive(first)).toBe(true)
    const second = tokenIn(wordsOf((await print(consentId)).pdf))
    expect([await isLive(first), await isLive(second)]).toEqual([false, true])
    await testApp.anonymous().callOk(signing.verify, { accessToken: second, dateOfBirth: '1961-03-14' })
    const third = tokenIn(wordsOf((await print(consentId)).pdf))
    expect([await isLive(second), await isLive(third)]).toEqual([true, true])
    const states = (await testApp.clinicA.as('dentist').callOk(signing.listMessages, { consentId })).map(
      ({ channel, state }) => `${channel} ${state}`,
    )
    expect(states).toEqual(['letter printed', 'email sent', 'letter opened', 'letter printed'])
  })

  it('is refused without an address, to who is not written to, and once nobody waits for it', async () => {
    const dentist = testApp.clinicA.as('dentist')
    const refusalOf = async (consentId: string) =>
      (await dentist.call(documents.printLetter, { consentId })).reason
    expect(await refusalOf((await testApp.clinicA.addSent()).consentId)).toBe('no-address')
    const archived = await addSent()
    await dentist.callOk(patients.archive, { patientId: archived.patientId })
    expect(await refusalOf(archived.consentId)).toBe('not-contactable')
    expect(await refusalOf((await testApp.clinicA.addDraft()).id)).toBe('wrong-state')
    expect(await refusalOf((await testApp.clinicA.addSigned()).consentId)).toBe('wrong-state')
    const { rows } = await testApp.owner.query(
      `select 1 from messages where channel = 'letter' and about_id = $1`,
      [archived.consentId],
    )
    expect(rows).toEqual([])
  })
})
