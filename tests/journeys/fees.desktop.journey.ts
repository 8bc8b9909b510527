import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDialogAccessible, test as base } from './journey.ts'
import { ask, newPerson } from './people.ts'
import { linkFor, tokenOf } from './sent-mails.ts'

/** The owner of a new practice: a fee list belongs to all of a practice. */
const test = base.extend<{ owner: Page }>({
  owner: async ({ page }, use) => {
    const { email, firstName, lastName, password } = newPerson()
    await ask(page.request, 'registration', { email, as: 'practice' })
    const token = tokenOf(await linkFor(email, '/register'))
    const practice = { name: `${lastName} Dental`, phone: '01632 960999', timeZone: 'Europe/London' }
    await ask(page.request, 'registration/finish', { token, firstName, lastName, password, practice })
    await use(page)
  },
})

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('an owner sets fees in the list, changes them from a day on, and imports the rest', async ({
  owner: page,
}) => {
  await page.goto('/clinic/settings')
  await page.getByRole('link', { name: 'Fees' }).click()
  await expect(page.getByRole('heading', { name: 'NHS charges in England' })).toBeVisible()
  await expect(page.getByText('Applies from 1 Apr 2026.')).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Search fees').fill('molar root canal')
  const molar = row(page, 'Molar Root Canal').first()
  await molar.getByRole('button', { name: 'Set fee' }).click()
  await expect(page.getByLabel('Private fee for')).toBeFocused()
  await page.getByLabel('Private fee for').fill('a lot')
  await button(page, 'Save').click()
  await expect(page.getByRole('alert')).toContainText('Enter the price in pounds')
  await expectAccessible(page)
  await page.getByLabel('Private fee for').fill('650')
  await page.getByLabel('Unit').selectOption('Per tooth')
  await page.getByLabel('NHS band').selectOption({ label: 'NHS band 2, £76.60' })
  await button(page, 'Save').click()
  await expect(page.getByText('Fee for Molar Root Canal saved.')).toBeVisible()
  await expect(molar).toContainText('£650')
  await expect(molar).toContainText('Per tooth')
  await expect(molar).toContainText('NHS band 2, £76.60')

  await molar.getByRole('button', { name: '£650' }).click()
  await page.getByLabel('Private fee for').fill('£695.50')
  await page.getByLabel('Applies from').fill('2040-01-05')
  await button(page, 'Save').click()
  await expect(molar).toContainText('Then £695.50 per tooth, NHS band 2 from 5 Jan 2040')
  await expectAccessible(page)
  await molar.getByRole('button', { name: 'Actions for the fee of' }).click()
  await page.getByRole('menuitem', { name: 'Cancel scheduled change' }).click()
  await button(page, 'Cancel the change').click()
  await expect(molar).not.toContainText('695.50')

  // Another row is not edited over what was typed without asking.
  await page.getByLabel('Search fees').fill('root canal')
  await molar.getByRole('button', { name: '£650' }).click()
  await page.getByLabel('Private fee for Molar').fill('£999')
  const other = button(page, /^Set fee/).first()
  await other.click()
  const leaving = page.getByRole('alertdialog', { name: 'Discard your changes to the fee of Molar' })
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Private fee for Molar')).toHaveValue('£999')
  await other.click()
  await leaving.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Private fee for')).toHaveValue('')
  await button(page, 'Cancel').click()
  await expect(molar).toContainText('£650')

  // Whatever is searched, sorted or reloaded: a row that something was typed into stays, with it.
  await molar.getByRole('button', { name: '£650' }).click()
  const typed = page.getByLabel('Private fee for Molar')
  await typed.fill('£888')
  await page.getByLabel('Search fees').fill('extraction')
  await expect(row(page, 'Simple Extraction').first()).toBeVisible()
  await expect(typed).toHaveValue('£888')
  await expect(molar).toContainText('Unsaved')
  await expectAccessible(page)
  await page.getByLabel('Search fees').fill('hoverboard')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(typed).toHaveValue('£888')
  await page.getByLabel('Search fees').fill('extraction')
  await expect(row(page, 'Simple Extraction').first()).toBeVisible()
  await page.getByLabel('Sort by').selectOption('-name')
  await expect(page).toHaveURL(/q=extraction&sort=-name/)
  await expect(typed).toHaveValue('£888')
  await page.reload()
  await expect(typed).toHaveValue('£888')
  await button(page, 'Save').click()
  await expect(page.getByText('Fee for Molar Root Canal saved.')).toBeVisible()
  await expect(molar).toHaveCount(0)
  await page.goto('/clinic/settings/fees?q=molar+root+canal')
  await expect(molar).toContainText('£888')
  await expect(page.getByLabel('Private fee for')).toHaveCount(0)

  await button(page, 'Import CSV').click()
  const file = ['Treatment,Fee,Per', 'Molar Root Canal,700,tooth', 'Simple Extraction,£120', 'Hoverboard,1']
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'fees.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\r\n')) },
  })
  await expect(page.getByText('2 fees to import, 1 row cannot be used')).toBeVisible()
  await expect(page.getByText("No treatment in use is called 'Hoverboard'")).toBeVisible()
  await expectDialogAccessible(page)
  await button(page, 'Import 2 fees').click()
  await expect(page.getByText('2 fees are imported.')).toBeVisible()
  await expect(molar).toContainText('£700')

  await molar.getByRole('button', { name: 'Actions for the fee of' }).click()
  await page.getByRole('menuitem', { name: 'Remove fee' }).click()
  await button(page, 'Remove fee').click()
  await expect(molar).toContainText('Set fee')
  await page.getByLabel('Search fees').fill('simple extraction')
  await expect(row(page, 'Simple Extraction').first()).toContainText('£120')
  await page.getByLabel('Search fees').fill('hoverboard')
  await expect(page.getByText('No treatments found.')).toBeVisible()
})
