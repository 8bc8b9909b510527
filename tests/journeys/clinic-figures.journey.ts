import type { Page } from '@playwright/test'
import { expect, expectAccessible, sendConsent, test } from './journey.ts'

const table = (page: Page, name: string) => page.getByRole('table', { name })
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Figures' }).getByRole('link', { name })
const download = async (page: Page, press: () => Promise<void>) => {
  const arrives = page.waitForEvent('download')
  await press()
  return (await arrives).suggestedFilename()
}

test('the head of a practice sees how consent goes, by month, treatment and clinician, and takes it along', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Amara')
  // Groups of fewer than five have no figures.
  for (let sent = 0; sent < 6; sent++) await sendConsent(page)
  await page.goto('/clinic')
  const menu = page.getByRole('button', { name: 'Open navigation' })
  const link = page.getByRole('link', { name: 'Analytics' })
  await expect(menu.or(link).filter({ visible: true }).first()).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')
  await page.getByLabel('Consents sent in').selectOption({ label: 'This month' })
  await expect(page).toHaveURL(/period=month/)
  // Counted within seconds of being sent.
  await expect(async () => {
    await page.reload()
    const month = table(page, 'Consents by month').getByRole('row').nth(1)
    await expect(month).toContainText('%', { timeout: 5000 })
  }).toPass()
  await expect(page.getByText('Consents sent', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Consents sent, opened and signed/ })).toBeVisible()
  await page.getByLabel('Consents sent in').selectOption({ label: 'This year' })
  await expect(page).toHaveURL(/analytics$|period=year/)
  await expectAccessible(page)
  expect(
    await download(page, () => page.getByRole('link', { name: 'CSV of consents by month' }).click()),
  ).toBe('consents-months.csv')

  await view(page, 'Treatments').click()
  await expect(table(page, 'By treatment').getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
  await view(page, 'Clinicians').click()
  await expect(table(page, 'By clinician').getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Consents sent in').selectOption({ label: 'This month' })
  await expect(page).toHaveURL(/period=month&view=clinicians/)
  await view(page, 'Reading').click()
  await expect(page.getByRole('heading', { name: 'Parts of the form' })).toBeVisible()
  await expect(table(page, 'By language').getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
  await view(page, 'Feedback').click()
  await expect(page.getByRole('main')).toContainText(/No answers yet|Too few answers|agree/)
  await expectAccessible(page)

  const made = download(page, () => page.getByRole('link', { name: 'Download all (PDF)' }).click())
  expect(await made).toMatch(/^consent-figures-\d{4}-\d{2}-\d{4}-\d{2}\.pdf$/)
})

test('months of one’s own stand in the address; without consents in them the page says so', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Jonah')
  await page.goto('/clinic/analytics')
  await page.getByLabel('Consents sent in').selectOption({ label: 'Custom period' })
  await expect(page).toHaveURL(/period=months&from=/)
  const oldest = await page.getByLabel('To', { exact: true }).locator('option').last().getAttribute('value')
  await page.getByLabel('To', { exact: true }).selectOption(oldest!)
  await expect(page).toHaveURL(new RegExp(`from=${oldest}&to=${oldest}`))
  await expect(page.getByText('No consents sent in this period')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('From')).toHaveValue(oldest!)

  await page.route('**/api/clinic/analytics/treatments*', (route) => route.fulfill({ status: 500, json: {} }))
  await view(page, 'Treatments').click()
  await expect(page.getByRole('alert')).toContainText('Failed to load the figures')
})

test('others of the practice may open the figures, and have them in no menu', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  await page.goto('/clinic')
  await page.getByRole('main').getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')
  const menu = page.getByRole('button', { name: 'Open navigation' })
  if (await menu.isVisible()) await menu.click()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Analytics' })).toHaveCount(0)
})
