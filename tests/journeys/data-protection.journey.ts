import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens what a button asks, fills it in, and writes it down. */
async function recordEntry(page: Page, button: string, label: string, text: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await dialog(page).getByLabel(label).fill(text)
  await dialog(page).getByRole('button', { name: 'Record' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

test('somebody asks to be erased: the clock stops and runs, and the answer says why something is kept', async ({
  page,
  signIn,
}) => {
  const who = `Robin ${randomUUID().slice(0, 8)}, by letter`
  await signIn(page, 'Amara')
  await page.goto('/clinic/data-protection')
  await expect(heading(page)).toHaveText('Data protection')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Record request' }).click()
  await dialog(page).getByRole('button', { name: 'Record' }).click()
  await expect(dialog(page).getByText('Enter who made the request and how').first()).toBeVisible()
  await expectDialogAccessible(page)
  await dialog(page).getByLabel('Request type').selectOption('Erasure')
  await dialog(page).getByLabel('Requested by').fill(who)
  await dialog(page).getByRole('button', { name: 'Record' }).click()
  await expect(heading(page)).toHaveText('Erasure')
  await expect(page.getByText(/^Due by /)).toBeVisible()

  await recordEntry(page, 'Ask for identification', 'What you requested', 'A copy of a passport')
  await expect(page.getByText('Clock stopped').first()).toBeVisible()
  await recordEntry(page, 'Record identity check', 'How you checked their identity', 'Passport seen')
  await expect(page.getByText(/^Due by /)).toBeVisible()
  await recordEntry(page, 'Marketing data erased', 'What you erased and where', 'Taken off the newsletter')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close the request' }).click()
  await dialog(page).getByLabel('Outcome').selectOption('Answered in part')
  await dialog(page).getByRole('button', { name: 'Close the request' }).click()
  await expect(dialog(page).getByText('Choose a reason for keeping it').first()).toBeVisible()
  await expectDialogAccessible(page)
  await dialog(page).getByLabel('Needed for health care').check()
  await dialog(page).getByRole('button', { name: 'Close the request' }).click()
  await expect(page.getByRole('heading', { name: 'Draft reply' })).toBeVisible()
  await expect(page.getByText('Article 17(3)(c)').first()).toBeVisible()
  await expectAccessible(page)

  await page.goto('/clinic/data-protection?view=closed')
  await expect(page.getByRole('link', { name: 'Erasure' }).first()).toBeVisible()
  await expect(page.getByText(who).first()).toBeVisible()
})

test('a breach is judged, told, mended and closed, and the dashboard says that it is open', async ({
  page,
  signIn,
}) => {
  const title = `Letter ${randomUUID().slice(0, 8)}`
  await signIn(page, 'Amara')
  await page.goto('/clinic/data-protection/breaches')
  await page.getByRole('button', { name: 'Record breach' }).click()
  await dialog(page).getByLabel('Summary').fill(title)
  await expectDialogAccessible(page)
  await dialog(page).getByRole('button', { name: 'Record' }).click()
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByText(/^The 72 hours end on /)).toBeVisible()

  await page.goto('/clinic')
  const duty = page.getByRole('link', { name: /breach(es are| is) open/ })
  await expect(duty).toBeVisible()
  await expectAccessible(page)
  await duty.click()
  await page.getByRole('link', { name: title }).click()

  await page.getByRole('button', { name: 'Describe the breach' }).click()
  await dialog(page).getByLabel('What happened', { exact: true }).fill('It went to number 12')
  await dialog(page).getByLabel('Likely consequences').fill('A neighbour read it')
  await dialog(page).getByLabel('Number of people').fill('1')
  await expectDialogAccessible(page)
  await dialog(page).getByRole('button', { name: 'Record' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Assess risk' }).click()
  await dialog(page).getByLabel('The risk to people').selectOption('A high risk to people')
  await dialog(page).getByLabel('Reason for the assessment').fill('Health data')
  await dialog(page).getByRole('button', { name: 'Record' }).click()
  await expect(page.getByRole('heading', { name: 'What to tell the ICO' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'ICO notified' }).click()
  await dialog(page).getByLabel('Reference').fill('IC-1')
  // A minute is all that the field tells, and the breach was discovered within it.
  await dialog(page).getByRole('button', { name: 'Record' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await recordEntry(page, 'People notified', 'How and when they were notified', 'By telephone')
  await recordEntry(page, 'Measures taken', 'Measures taken and planned', 'Window envelopes')
  await page.getByRole('button', { name: 'Close the breach' }).click()
  await dialog(page).getByLabel('Lessons learned').fill('Check the address twice')
  await dialog(page).getByRole('button', { name: 'Close the breach' }).click()
  await expect(page.getByText('Check the address twice')).toBeVisible()
  await expectAccessible(page)
})

test('the processing record is changed, put back, and taken along', async ({ page, signIn }) => {
  const purpose = `Cameras ${randomUUID().slice(0, 8)}`
  await signIn(page, 'Amara')
  await page.goto('/clinic/data-protection/processing')
  await expect(page.getByRole('heading', { name: 'Processing record', level: 2 })).toBeVisible()
  await expect(page.getByText('Consent to treatment and its record').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add entry' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('Enter the purpose').first()).toBeVisible()
  await dialog(page).getByLabel('Purpose').fill(purpose)
  for (const label of ['Lawful basis', 'Data subjects', 'Categories of data', 'Recipients'])
    await dialog(page).getByLabel(label).fill('As we decided')
  for (const label of ['Transfers out of the UK', 'Retention period', 'Security measures'])
    await dialog(page).getByLabel(label).fill('None')
  await expectDialogAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(purpose).first()).toBeVisible()
  for (const [name, begins] of [
    ['Download CSV', '\uFEFF"Purpose"'],
    ['Download PDF', '%PDF-'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ])
    expect(
      readFileSync(await download.path())
        .toString()
        .startsWith(begins),
    ).toBe(true)
  }
})

test('a document is drafted, published, compared, and accepted by a practice', async ({
  page,
  openBrowser,
  signIn,
}) => {
  const mark = `Point ${randomUUID().slice(0, 8)}`
  await signIn(page, 'Rowan')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await expect(heading(page)).toHaveText('Documents')
  await expect(page.getByRole('heading', { name: 'Hazard log' })).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /of Terms$/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Create new version|Edit draft/ }).click()
  const text = dialog(page).getByLabel('Text')
  await text.fill(`${await text.inputValue()}\n\n${mark}.`)
  await dialog(page).getByLabel('What changed').fill(`It says ${mark}`)
  await expectDialogAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(`${mark}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.locator('ins').filter({ hasText: mark })).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await dialog(page).getByLabel('Practices must accept this document').check()
  await dialog(page).getByLabel('Ask practices that accepted an earlier version again').check()
  await expectDialogAccessible(page)
  await dialog(page).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)

  const practice = await openBrowser()
  await signIn(practice, 'Amara')
  await practice.goto('/clinic')
  await practice.getByRole('link', { name: /documents? to accept/ }).click()
  await expect(practice.getByText(`It says ${mark}`)).toBeVisible()
  await practice.getByRole('button', { name: /^Read ?: Terms/ }).click()
  await practice.getByRole('button', { name: /^Accept for the practice ?: Terms/ }).click()
  await expect(practice.getByText('Accepted', { exact: true }).first()).toBeVisible()
  await expectAccessible(practice)
  await page.reload()
  await expect(page.getByText('No one yet.')).toHaveCount(0)
})
