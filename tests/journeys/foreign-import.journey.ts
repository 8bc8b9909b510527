import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { PDF, PdfDict, PdfName, PdfString } from '@libpdf/core'
import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
import { expect, expectAccessible, test } from './journey.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const chooseFile = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

async function newPdf(script = ''): Promise<Uint8Array> {
  const pdf = PDF.create()
  pdf.addPage()
  const action = { S: PdfName.of('JavaScript'), JS: PdfString.fromString(script) }
  if (script) pdf.getCatalog().set('OpenAction', PdfDict.of(action))
  return pdf.save()
}

test('an administrator imports consents of another product, finds one, and it is shown as what it is', async ({
  page,
  signIn,
}) => {
  const [lastName, key] = [`Foreign-${randomUUID().slice(0, 8)}`, randomUUID().slice(0, 8)]
  const lines = [
    'Forename,Surname,DOB,Record ID,Form,Signed on,Dentist,File',
    `Ada,${lastName},14/03/1961,${key}-1,Root canal consent,05/06/2023,Dr Old,consents/one.pdf`,
    `Ada,${lastName},14/03/1961,${key}-2,Crown consent,06/07/2023,Dr Old,consents/two.pdf`,
    `Ada,${lastName},14/03/1961,${key}-3,Lost consent,06/07/2023,Dr Old,consents/three.pdf`,
  ]
  await signIn(page, 'Amara')
  await page.goto('/clinic/patients/import')
  await chooseFile(page, 'manifest.csv', 'text/csv', Buffer.from(lines.join('\r\n')))
  await button(page, 'Check the rows').click()
  await button(page, 'Import 1 patient').click()
  await link(page, 'Import their records').click()

  await expect(page.getByRole('heading', { name: 'Import records from another system' })).toBeVisible()
  await page.getByLabel('Product the records come from').fill('OldConsent')
  await expectAccessible(page)
  await button(page, 'Continue').click()
  await expect(page.getByLabel('Field for ‘Record ID’')).toHaveValue('originalId')
  await expect(page.getByLabel('Field for ‘Form’')).toHaveValue('title')
  await expectAccessible(page)
  await button(page, 'Check the rows').click()
  await button(page, 'Continue with 3 records').click()

  const archive = zipSync({
    'manifest.csv': Buffer.from(lines.join('\r\n')),
    'consents/one.pdf': await newPdf(),
    'consents/two.pdf': await newPdf('app.alert(1)'),
  })
  await chooseFile(page, 'export.zip', 'application/zip', Buffer.from(archive))
  await expect(page.getByText('This PDF contains scripts')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Finish import').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Finish import' }).click()
  await expect(button(page, 'Undo import')).toBeVisible()
  await expectAccessible(page)
  const coming = page.waitForEvent('download')
  await link(page, 'Download report').click()
  const report = await readFile(await (await coming).path(), 'utf8')
  expect(report).toContain(`"Imported","","${key}-1"`)
  expect(report).toContain(`"Refused","No file was received for this row.","${key}-3"`)

  await page.goto(`/clinic/patients?q=${lastName}`)
  await page.getByText(lastName).first().click()
  await link(page, 'Documents').click()
  const shown = page.getByRole('listitem').filter({ hasText: 'Root canal consent' })
  await expect(shown).toContainText('From OldConsent, not made or sealed by Candour')
  await expect(page.getByText('Crown consent')).toBeHidden()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF of ‘Root canal consent’' }).click()
  expect((await readFile(await (await downloading).path())).subarray(0, 5).toString()).toBe('%PDF-')
})
