import { expect, expectAccessible, test } from './journey.ts'

test('a super administrator sees how the platform is used, in figures without a name', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin')
  const menu = page.getByRole('button', { name: 'Open navigation' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')
  // The demo's consents were counted while it was made, or are within seconds.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('table', { name: 'Completion by treatment' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(page.getByRole('img', { name: /^Consents sent, opened and signed/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Consents by month' }).getByRole('row')).toHaveCount(13)
  await expect(page.getByText(/Whitcombe|Harbour Street/)).toHaveCount(0)
  await expectAccessible(page)

  await page.getByLabel('Period').selectOption('3')
  await expect(page).toHaveURL(/months=3/)
  await expect(page.getByRole('table', { name: 'Consents by month' }).getByRole('row')).toHaveCount(4)
  const arrives = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).first().click()
  expect((await arrives).suggestedFilename()).toBe('candour-months.csv')
})
