import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './journey.ts'

const header = 'Title;Forename;Surname;DOB;Mobile;E-mail'
const chosen = (name: string, ...lines: string[]) => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from([header, ...lines].join('\r\n'), 'latin1'),
})
const choose = (page: Page, file: ReturnType<typeof chosen>) =>
  page.locator('input[type=file]').setInputFiles(file)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('a receptionist brings a list in, corrects what cannot be used, and takes it back', async ({
  page,
  signIn,
}) => {
  const lastName = `Import-${randomUUID().slice(0, 8)}`
  await signIn(page, 'Sam')
  await page.goto('/clinic/patients')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page).toHaveURL('/clinic/patients/import')
  await choose(page, chosen('broken.csv', 'Ms;"Zoë'))
  await expect(page.getByRole('alert')).toContainText('row 2 and never closed')
  await expectAccessible(page)

  await choose(
    page,
    chosen('old system.csv', `Ms;Zoë;${lastName};14/03/61;07700 900123;`, `Mr;Ben;${lastName};31/02/1980;;`),
  )
  await expect(page.getByLabel('Field for ‘Forename’')).toHaveValue('firstName')
  await expectAccessible(page)
  await page.getByLabel('Field for ‘DOB’').selectOption('')
  await button(page, 'Check the rows').click()
  await expect(page.getByRole('alert')).toContainText('Choose the column for the date of birth')
  await page.getByLabel('Field for ‘DOB’').selectOption('Date of birth')
  await button(page, 'Check the rows').click()

  await expect(row(page, `Ms Zoë ${lastName}`)).toContainText('New')
  await expect(row(page, `Mr Ben ${lastName}`)).toContainText("There is no such day as '31/02/1980'")
  await expectAccessible(page)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download rows that cannot be used' }).click()
  const leftOut = await readFile(await (await coming).path(), 'utf8')
  expect(leftOut).toContain("DOB: There is no such day as '31/02/1980'.")
  expect(leftOut).not.toContain('Zoë')

  await button(page, 'Import 1 patient').click()
  await expect(heading(page, 'Import complete')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to patients' }).click()
  await page.getByRole('searchbox').fill(lastName)
  await expect(page.getByText(`Ms Zoë ${lastName}`).first()).toBeVisible()

  await page.goto('/clinic/patients/import')
  await page.getByRole('link', { name: 'old system.csv' }).first().click()
  await button(page, 'Undo import').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(heading(page, 'Import undone')).toBeVisible()
  await expect(row(page, lastName).first()).toContainText('Removed')
  await expectAccessible(page)
  await page.goto(`/clinic/patients?q=${lastName}`)
  await expect(page.getByText('No patients found')).toBeVisible()
})

test('a patient who is here already is filled in, updated or left, as it is chosen', async ({
  page,
  signIn,
}) => {
  const lastName = `Again-${randomUUID().slice(0, 8)}`
  await signIn(page, 'Sam')
  const bring = async (line: string) => {
    await page.goto('/clinic/patients/import')
    await choose(page, chosen('list.csv', line))
    await button(page, 'Check the rows').click()
  }
  await bring(`Ms;Ada;${lastName};14/03/1961;;ada@example.org`)
  await button(page, 'Import 1 patient').click()
  await expect(heading(page, 'Import complete')).toBeVisible()
  await bring(`Dr;Ada;${lastName};14/03/1961;07700 900123;ada@example.org`)
  await expect(row(page, lastName)).toContainText('Title: Ms is kept; the file has Dr')
  await expect(row(page, lastName)).toContainText('becomes 07700 900123')
  await page.getByLabel('Action for row 2').selectOption('Update from the file')
  await expect(page.getByLabel('Action for row 2')).toHaveValue('update')
  await button(page, 'Import 1 patient').click()
  await expect(heading(page, 'Import complete')).toBeVisible()
  await row(page, lastName).getByRole('link', { name: /^Open/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Dr Ada ${lastName}`)
  await expect(page.getByText('07700 900123')).toBeVisible()
})

/** Nine digits by chance and the check digit of the NHS number: weights 10 to 2, modulo 11. */
function anyNhsNumber(): string {
  const digits = Array.from({ length: 9 }, () => randomInt(10))
  const check = (11 - (digits.reduce((sum, digit, index) => sum + digit * (10 - index), 0) % 11)) % 11
  return check === 10 || new Set(digits).size === 1 ? anyNhsNumber() : [...digits, check].join('')
}

test('a row with the number of a patient of another name is decided by a person, side by side', async ({
  page,
  signIn,
}) => {
  const lastName = `Held-${randomUUID().slice(0, 8)}`
  const number = anyNhsNumber()
  await signIn(page, 'Sam')
  const bring = async (...lines: string[]) => {
    await page.goto('/clinic/patients/import')
    const written = ['Surname;Forename;DOB;NHS Number;Mobile', ...lines].join('\r\n')
    const buffer = Buffer.from(written, 'latin1')
    await page.locator('input[type=file]').setInputFiles({ name: 'held.csv', mimeType: 'text/csv', buffer })
    await button(page, 'Check the rows').click()
  }
  await bring(`${lastName};John;06/05/1971;${number};`)
  await button(page, 'Import 1 patient').click()
  await expect(heading(page, 'Import complete')).toBeVisible()

  await bring(`${lastName};Jane;06/05/1971;${number};07700 900888`, `${lastName};Ben;02/11/1980;;`)
  await expect(page.getByText('1 row is not decided yet. It is skipped unless you decide')).toBeVisible()
  await page.getByRole('link', { name: 'Show rows to decide' }).click()
  const beside = page.getByRole('table', { name: `Row 2 and the record of John ${lastName}` })
  await expect(beside.getByRole('row', { name: /First name/ })).toHaveText(/Different.*Jane.*John/)
  const decision = page.getByRole('group', { name: 'Which patient is row 2?' })
  for (const each of await decision.getByRole('radio').all()) await expect(each).not.toBeChecked()
  await expectAccessible(page)
  // By keyboard alone: the first choice, then the last one.
  await decision.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await expect(decision.getByLabel('Skip this row')).toBeChecked()
  await expect(button(page, 'Import 1 patient')).toBeEnabled()
  await decision.getByLabel('Different person: add a new patient without the NHS number').check()
  await button(page, 'Import 2 patients').click()
  await expect(heading(page, 'Import complete')).toBeVisible()
  await page.goto(`/clinic/patients?q=${lastName}`)
  for (const name of ['John', 'Jane', 'Ben'])
    await expect(page.getByText(`${name} ${lastName}`).first()).toBeVisible()
})

test('a list that says little of itself is read as it is shown, or as a person says', async ({
  page,
  signIn,
}) => {
  const lastName = `Bare-${randomUUID().slice(0, 8)}`
  await signIn(page, 'Sam')
  await page.goto('/clinic/patients/import')
  const lines = [`${lastName},Jos\u00c3\u00a9,14/03/1961`, `${lastName},Ben,02/11/1980`]
  const buffer = Buffer.from(lines.join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'bare.csv', mimeType: 'text/csv', buffer })
  const isBare = page.getByLabel('This file has no header row')
  await expect(isBare).toBeChecked()
  await expect(page.getByLabel('Repair these letters')).toBeChecked()
  await expect(page.getByText('Jos\u00c3\u00a9 → Jos\u00e9')).toBeVisible()
  await expect(page.getByLabel('Field for ‘Column C’')).toHaveValue('dateOfBirth')
  await expectAccessible(page)
  // By keyboard, and the focus stays while the columns change.
  await isBare.press('Space')
  await expect(page.getByLabel(`Field for ‘${lastName}’`)).toBeVisible()
  await expect(isBare).toBeFocused()
  await isBare.press('Space')
  await page.getByLabel('Field for ‘Column A’').selectOption('Last name')
  await page.getByLabel('Field for ‘Column B’').selectOption('First name')
  await button(page, 'Check the rows').click()
  await expect(row(page, `Jos\u00e9 ${lastName}`)).toContainText('New')
  await expect(row(page, `Ben ${lastName}`)).toContainText('New')
})
