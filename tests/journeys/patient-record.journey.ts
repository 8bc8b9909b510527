import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, fillBirthDate, test } from './journey.ts'

type Made = { id: string }

/** A patient made through the API as the person signed in on this page. */
async function addPatient(page: Page, details: object): Promise<Made> {
  const data = { firstName: 'Robin', dateOfBirth: '1975-09-30', ...details }
  const answer = await page.request.post('/api/clinic/patients', {
    data,
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(answer.ok()).toBe(true)
  return (await answer.json()) as Made
}

const newName = () => `Record${randomUUID().slice(0, 8)}`

test('a patient is found by keyboard, their needs are seen, and a note is corrected', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Sam')
  const lastName = newName()
  await addPatient(page, { lastName, accessNeeds: ['large-print'], preferredName: 'Rob' })
  await page.goto('/clinic/patients')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patients')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(`${lastName.toLowerCase()} 30 9 75`)
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(page.getByRole('rowheader').getByRole('link')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Robin ${lastName} (“Rob”)`)
  await expect(page.getByText('Large print').first()).toBeVisible()
  await page.getByRole('button', { name: 'Record as asked today' }).click()
  await expect(page.getByText(/, by Sam/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Notes' }).click()
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Enter a note')).toBeVisible()
  await page.getByLabel('New note').fill('Prefers mornings.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByRole('button', { name: /^Correct/ }).click()
  await page.getByLabel(/^Correction of/).fill('Prefers afternoons.')
  await page.getByRole('button', { name: 'Add correction' }).click()
  await expect(page.getByText('corrected below')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/clinic/patients')
  await page
    .getByRole('navigation', { name: 'Recently opened' })
    .getByRole('link', { name: `Robin ${lastName}` })
    .click()
  await expect(page).toHaveURL(/\/clinic\/patients\/[\da-f-]+$/)
})

test('two guardians are recorded, and who died is sent nothing', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  const { id } = await addPatient(page, { lastName: newName(), email: 'robin@example.org' })
  await page.goto(`/clinic/patients/${id}/edit`)
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert').first()).toContainText('or remove them')
  await page.getByLabel('Full name').fill('Mei Tan')
  await page.getByLabel('Relationship to the patient').fill('Mother')
  await page.getByLabel('Evidence seen').fill('Birth certificate')
  await page.getByRole('button', { name: 'Add another person' }).click()
  await page.getByLabel('Full name').nth(1).fill('Dev Rao')
  await page.getByLabel('Relationship to the patient').nth(1).fill('Friend')
  await page.getByLabel('Authority to decide').nth(1).selectOption('other')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Dev Rao')).toBeVisible()
  await expect(page.getByText(/Birth certificate.*by Priya/)).toBeVisible()

  await page.getByRole('button', { name: 'More actions for this patient' }).click()
  await page.getByRole('menuitem', { name: 'Has died' }).click()
  await page.getByRole('button', { name: 'Record the death' }).click()
  await expect(page.getByText('No messages are sent.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'New consent' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByRole('link', { name: 'New consent' })).toBeVisible()
})

test('two records of one person are compared, merged and taken apart again', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const lastName = newName()
  const { id } = await addPatient(page, { lastName, phone: '020 7946 0018' })
  const other = await addPatient(page, { lastName, phone: '020 7946 0019', email: 'robin@example.org' })
  await page.goto(`/clinic/patients/${id}`)
  const compare = page.locator(`a[href$="/merge/${other.id}"]`)
  await compare.click()
  await expect(page.getByRole('group', { name: 'Phone' })).toBeVisible()
  await page.getByRole('group', { name: 'Phone' }).getByText('020 7946 0019').click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Merge records' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge records' }).click()
  await expect(page.getByRole('heading', { name: 'Merged into this record' })).toBeVisible()
  await expect(page.getByRole('link', { name: '020 7946 0019' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/clinic/patients/${other.id}`)
  await expect(page).toHaveURL(new RegExp(`/clinic/patients/${id}$`))
  await page.getByRole('button', { name: 'Undo merge' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo merge' }).click()
  await expect(page.getByRole('link', { name: '020 7946 0018' })).toBeVisible()
  await expect(compare).toBeVisible()
})

test('whoever may be on record already is compared before they are added, and opened or added', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Siân')
  const lastName = newName()
  const { id } = await addPatient(page, { lastName, phone: '020 7946 0018' })
  async function type() {
    await page.goto('/clinic/patients/new')
    await page.getByLabel('First name').fill('Robyn')
    await page.getByLabel('Last name').fill(lastName)
    await fillBirthDate(page, '1975-09-30')
  }
  await type()
  await expect(page.getByText('1 patient has nearly this name and the same date of birth.')).toBeVisible()
  await page.getByLabel('Phone (optional)', { exact: true }).fill('020 7946 0019')
  await page.getByRole('button', { name: `Compare with Robin ${lastName}` }).press('Enter')
  const compared = page.getByRole('table', { name: 'This form and the record compared' })
  await expect(compared.getByRole('row', { name: /^First name Robyn Robin Different/ })).toBeVisible()
  await expect(compared.getByRole('row', { name: /^Phone 020 7946 0019 .*0018 Different/ })).toBeVisible()
  // No box lies half under the header there.
  await page.evaluate('scrollTo(0, 0)')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'This is the same person: open their record' }).click()
  await expect(page).toHaveURL(new RegExp(`/clinic/patients/${id}$`))

  await type()
  await page.getByRole('button', { name: 'Someone else: add a new record' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Robyn ${lastName}`)
  await page.getByRole('link', { name: `Compare with Robin ${lastName}` }).click()
  await expect(page.getByRole('button', { name: 'Merge records' })).toBeVisible()
})
