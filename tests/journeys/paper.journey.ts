import type { Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import {
  expect,
  expectAccessible,
  expectDialogAccessible,
  sendConsent,
  test,
  openSection,
} from './journey.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a consent is printed, signed by hand, photographed, taken in and countersigned', async ({
  page,
  signIn,
}, info) => {
  await signIn(page, 'Tom')
  const { consentId, url } = await sendConsent(page)
  await page.goto(`/clinic/consents/${consentId}`)
  await openSection(page, 'Documents and evidence')

  const code = await test.step('The paper is printed, and bears the code of its text', async () => {
    await button(page, 'Create paper form').click()
    await expect(page.getByRole('link', { name: 'Open the paper to print it' })).toBeVisible()
    await expectAccessible(page)
    const printed = await page.request.post(`/api/clinic/consents/${consentId}/paper-forms`, { data: {} })
    const { pdf } = (await printed.json()) as { pdf: string }
    const file = info.outputPath('paper.pdf')
    await writeFile(file, Buffer.from(pdf, 'base64'))
    const words = execFileSync('pdftotext', ['-layout', file, '-']).toString()
    return /Code of this text: (\w{4} \w{4})/.exec(words)![1]!
  })

  await test.step('The patient is handed it', async () => {
    await button(page, 'Handed over').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Now' }).click()
    await expect(dialog.getByLabel('Date and time handed over')).not.toHaveValue('')
    await expectDialogAccessible(page)
    await dialog.getByRole('button', { name: 'Record paper' }).click()
    await expect(page.getByText(/^Handed to the patient on/)).toBeVisible()
  })

  await test.step('Its photo is taken in, with the code of this very text', async () => {
    await button(page, 'Record signed paper').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Record paper' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter the code printed at the foot of each page')
    await expectDialogAccessible(page)
    const photo = { name: 'page-1.png', mimeType: 'image/png', buffer: await page.screenshot() }
    const scan = dialog.getByLabel('Scan or photos')
    await scan.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') })
    await expect(dialog.getByText('“page.pdf” is neither a PDF nor a picture')).toBeVisible()
    await scan.setInputFiles(photo)
    await expect(dialog.getByRole('listitem').filter({ hasText: 'page-1.png' })).toBeVisible()
    for (const box of await dialog.getByRole('checkbox').all()) await box.check()
    await dialog
      .getByRole('group', { name: /^Answer to/ })
      .getByLabel('Yes')
      .check()
    // Another journey may have the practice ask something besides, for a moment.
    for (const blank of await dialog.getByLabel('Left blank').all()) await blank.check()
    await dialog.getByLabel('The patient', { exact: true }).check()
    await dialog.getByLabel('Name printed next to the signature').fill('Robin Journey')
    await dialog.getByRole('button', { name: 'Now' }).click()
    await expect(dialog.getByLabel('Date and time next to the signature')).not.toHaveValue('')
    await dialog.getByLabel('Code on the paper').fill('0000 0000')
    await dialog.getByRole('button', { name: 'Record paper' }).click()
    await expect(dialog.getByText('This code does not match this text')).toBeVisible()
    await dialog.getByLabel('Code on the paper').fill(code)
    await dialog.getByRole('button', { name: 'Record paper' }).click()
    await expect(page.getByText('Scan of the signed paper')).toBeVisible()
    await expectAccessible(page)
    await openSection(page, 'Signatures')
    await expect(page.getByText('By hand on paper')).toBeVisible()
    await openSection(page, 'Documents and evidence')
  })

  await test.step('The scan is kept, and the link of before opens nothing', async () => {
    const link = page.getByRole('link', { name: 'Download file 1 of scan 1' })
    const scan = await page.request.get((await link.getAttribute('href'))!)
    expect(scan.headers()['content-type']).toBe('image/jpeg')
    const token = new URL(url).pathname.split('/').at(-1)!
    expect((await page.request.get(`/api/patient/links/${token}`)).status()).toBe(404)
  })

  await test.step('It is countersigned as any other', async () => {
    await page.goto(`/clinic/sign-consent/${consentId}`)
    await button(page, 'Record a conversation').click()
    const dialog = page.getByRole('dialog', { name: 'Record a conversation' })
    await dialog.getByLabel('Date and time').fill('2026-01-05T10:00')
    await dialog.getByLabel('In person').check()
    await dialog.getByLabel('Topics discussed').fill('The treatment, its risks and other ways to go.')
    await dialog.getByLabel('The patient explained it back').check()
    await dialog.getByRole('button', { name: 'Record conversation' }).click()
    await page.getByLabel('Your full name').fill('Tom Hughes')
    await button(page, 'Countersign').click()
    await expect(page.getByText('Signed and countersigned').first()).toBeVisible()
  })
})
