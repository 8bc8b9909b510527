import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'
import { ask } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const dialog = (page: Page) => page.getByRole('dialog')

type Made = { id: string; name: string }

/** A template of the platform that no other story knows. */
function newTemplate(page: Page): Promise<Made> {
  const name = `Reviewed splint ${randomUUID().slice(0, 8)}`
  const sections = [
    { id: 1, title: 'Treatment Description', content: '<p>A splint that you wear at night.</p>' },
  ]
  const risks = [
    { label: 'Sore teeth', band: 'common', serious: false, source: 'A guideline' },
    { label: 'Teeth that move', band: 'uncommon', serious: true, source: 'A guideline' },
  ]
  return ask<Made>(page.request, 'admin/templates', { name, treatmentType: 'Other', sections, risks })
}

/** The downloaded sheet with the reviewer's details and an answer to every item; some are changed or left out. */
function fillSheet(sheet: string, changes: Record<string, [answer: string, remark?: string]> = {}): Buffer {
  const reviewer = { name: ['Dr Amara Okafor'], gdc: ['123456'], date: ['14/03/2026'] }
  const given: Record<string, string[]> = { ...reviewer, ...(changes as Record<string, string[]>) }
  const lines = sheet.split('\r\n').map((line) => {
    const cells = Array.from(line.matchAll(/"((?:[^"]|"")*)"/g), ([, cell]) => cell!)
    const answer = given[cells[0] ?? ''] ?? (/^[RCS]\d+$/.test(cells[0] ?? '') ? ['agree'] : undefined)
    if (answer) cells.splice(5, 2, answer[0]!, answer[1] ?? '')
    return cells.map((cell) => `"${cell}"`).join(',')
  })
  return Buffer.from(lines.join('\r\n'))
}

async function importSheet(page: Page, buffer: Buffer): Promise<void> {
  await dialog(page)
    .getByLabel(/Choose the answer sheet/)
    .setInputFiles({ name: 'answers.csv', mimeType: 'text/csv', buffer })
}

test('a super administrator finds what awaits review, records a signature, and practices see it', async ({
  page,
  signIn,
  openBrowser,
}) => {
  await signIn(page, 'Rowan')
  const { id, name } = await newTemplate(page)
  await page.goto('/templates/consent')
  await page.getByRole('link', { name: 'Clinical review' }).click()
  await expect(heading(page)).toHaveText('Clinical review')
  await expect(page.getByText('No source in the library has been withdrawn or superseded.')).toBeVisible()
  await page.getByRole('link', { name: /^Never reviewed/ }).click()
  await page.getByLabel('Search templates').fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name })).toContainText('Awaiting clinical review')
  await expectAccessible(page)
  await page.getByLabel('Search templates').fill(`${name} that nobody made`)
  await expect(page.getByText('No template matches')).toBeVisible()
  await page.getByLabel('Search templates').fill(name)
  await page.getByRole('row', { name }).getByRole('link').click()

  await expect(heading(page)).toHaveText(name)
  await page.getByRole('button', { name: 'Record signature' }).click()
  await dialog(page).getByRole('button', { name: 'Record signature' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Enter the reviewer’s full name')
  await expectDialogAccessible(page)
  await dialog(page).getByLabel('Reviewer', { exact: true }).fill('Dr Amara Okafor')
  await dialog(page).getByLabel('GDC number of the reviewer').fill('123 456')
  for (const [part, typed] of Object.entries({ Day: '14', Month: '3', Year: '2026' }))
    await dialog(page).getByLabel(part, { exact: true }).fill(typed)
  await dialog(page)
    .getByLabel(/^Remarks/)
    .fill('Read twice.')
  await dialog(page).getByRole('button', { name: 'Record signature' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Status' })).toContainText(
    'Dr Amara Okafor (GDC 123456), 14 Mar 2026',
  )
  await expect(page.getByRole('region', { name: 'Reviews' })).toContainText('Read twice.')
  await expectAccessible(page)

  const practice = await openBrowser()
  await signIn(practice, 'Siân')
  await practice.goto(`/clinic/templates/${id}`)
  const review = practice.getByRole('region', { name: 'Template review' })
  await expect(review).toContainText('Signed by Dr Amara Okafor (GDC 123456) on 14 Mar 2026')
  await practice.goto(`/clinic/consents/new?template=${id}`)
  await expect(practice.getByText('Signed by Dr Amara Okafor (GDC 123456) on 14 Mar 2026')).toBeVisible()
})

test('a reviewer’s pack goes out and comes back; who disagrees keeps the version unsigned', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Rowan')
  const { id } = await newTemplate(page)
  await page.goto(`/admin/consent-templates/reviews/${id}`)
  await expect(page.getByText('No reviews yet')).toBeVisible()
  const pdf = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await pdf).suggestedFilename()).toMatch(/^reviewed-splint-.*-review\.pdf$/)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download answer sheet' }).click()
  const sheet = await readFile(await (await coming).path(), 'utf8')

  await page.getByRole('button', { name: 'Import answer sheet' }).click()
  await importSheet(page, fillSheet(sheet, { R2: [''] }))
  await expect(dialog(page).getByRole('alert')).toContainText('Missing: R2')
  await expectDialogAccessible(page)
  await importSheet(page, fillSheet(sheet, { R2: ['disagree', 'It is common.'] }))
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('A reviewer disagrees with 1 item')).toBeVisible()
  await expect(page.getByRole('row', { name: /R2/ })).toContainText('It is common.')
  await expect(page.getByRole('button', { name: 'Record signature' })).toHaveCount(0)
  await expectAccessible(page)

  await page.goto('/admin/consent-templates/reviews?show=disputed')
  await page.getByRole('button', { name: 'Import answer sheet' }).click()
  await importSheet(page, fillSheet(sheet))
  await expect(page).toHaveURL(new RegExp(`/reviews/${id}$`))
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Dr Amara Okafor (GDC 123456)')
})

test('reviews that cannot be loaded say so, and are tried again', async ({ page, signIn }) => {
  await signIn(page, 'Rowan')
  await page.route('**/api/admin/clinical-reviews*', (route) => route.abort())
  await page.goto('/admin/consent-templates/reviews')
  await expect(heading(page)).toHaveText('Failed to load clinical reviews')
  await page.unroute('**/api/admin/clinical-reviews*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Clinical review')
})
