import { readFile, writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { pathToFileURL } from 'node:url'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  readToTheEnd,
  sendConsent,
  test,
  openSection,
} from './journey.ts'

/** Presses a link that downloads, and keeps the file under the test's own folder. */
async function downloadTo(page: Page, link: Locator, file: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  await download.saveAs(file)
  return file
}

/** The same file with one byte changed, well inside the first sealed document, which the summary stands before. */
async function tamperedCopy(file: string, to: string): Promise<string> {
  const bytes = await readFile(file)
  const at = bytes.indexOf('%PDF-', bytes.indexOf('%PDF-') + 1) + 2000
  bytes[at]! ^= 1
  await writeFile(to, bytes)
  return to
}

test('what was signed is proved without us: by the patient, by the practice, by anybody', async ({
  page,
  phone,
  signIn,
}, info) => {
  const where = (name: string) => info.outputPath(name)

  const consentId = await test.step('Given a consent that its patient has signed', async () => {
    await signIn(page, 'Tom')
    const sent = await sendConsent(page)
    await readToTheEnd(phone, sent)
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').fill('Robin')
    await drawSignature(phone)
    await phone.getByRole('button', { name: 'Sign and send' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')
    return sent.consentId
  })

  const bundle = await test.step('The patient keeps everything, with proof', async () => {
    const link = phone.getByRole('link', { name: 'Everything, with proof (ZIP)' })
    await expect(link).toBeVisible()
    await expectAccessible(phone)
    return downloadTo(phone, link, where('patient.zip'))
  })

  await test.step('The practice keeps the same file', async () => {
    await page.goto(`/clinic/consents/${consentId}`)
    await openSection(page, 'Documents and evidence')
    const link = page.getByRole('link', { name: 'Download the evidence (ZIP)' })
    await expect(link).toBeVisible()
    await expectAccessible(page)
    await downloadTo(page, link, where('practice.zip'))
  })

  await test.step('Anybody checks it in a browser, and asks this server by its fingerprints', async () => {
    const sentBodies: string[] = []
    phone.on('request', (request) => sentBodies.push(request.postData() ?? ''))
    await phone.goto('/verify')
    await expectAccessible(phone)
    await phone.getByLabel('Choose a file').setInputFiles(bundle)
    await expect(phone.getByRole('heading', { name: /^Unchanged since/ })).toBeVisible()
    expect(sentBodies.join('')).toBe('')
    await phone.getByRole('button', { name: 'Ask this server' }).click()
    await expect(phone.getByText(/^Yes\. It was sealed here/)).toBeVisible()
    await expectAccessible(phone)
    expect(sentBodies.join('')).toMatch(/^\{"documents":\["[0-9a-f]{64}"\],"heads":\["[0-9a-f]{64}"\]\}$/)
  })

  await test.step('One changed byte is found, and the broken part is named', async () => {
    await phone.getByLabel('Choose a file').setInputFiles(await tamperedCopy(bundle, where('changed.zip')))
    await expect(phone.getByRole('heading', { name: 'Changed: the signed document' })).toBeVisible()
    await expectAccessible(phone)
  })

  await test.step("The bundle's own page says the same from a disk, without any network", async () => {
    const bytes = await readFile(bundle)
    const page = bytes.subarray(bytes.lastIndexOf('<!doctype html>'))
    const html = page.subarray(0, page.indexOf('</html>') + '</html>'.length)
    await writeFile(where('verify.html'), html)
    await phone.context().setOffline(true)
    await phone.goto(pathToFileURL(where('verify.html')).href)
    await expectAccessible(phone)
    await phone.getByLabel('Choose a file').setInputFiles(bundle)
    await expect(phone.getByRole('heading', { name: /^Unchanged since/ })).toBeVisible()
    await phone.getByLabel('Choose a file').setInputFiles(where('changed.zip'))
    await expect(phone.getByRole('heading', { name: 'Changed: the signed document' })).toBeVisible()
    await expectAccessible(phone)
    await phone.context().setOffline(false)
  })
})
