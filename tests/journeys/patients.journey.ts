import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, fillBirthDate, test } from './journey.ts'

test('a receptionist adds a patient, is told what is wrong, finds, archives and restores the record', async ({
  page,
  signIn,
}) => {
  const lastName = `Journey-${randomUUID().slice(0, 8)}`
  await signIn(page, 'Sam')
  await page.goto('/clinic/patients/new')
  await page.getByRole('button', { name: 'Add patient' }).click()
  await expect(page.getByRole('alert').first()).toContainText('There is a problem')
  await expectAccessible(page)

  await page.getByLabel('First name').fill('Ffion')
  await page.getByLabel('Last name').fill(lastName)
  await fillBirthDate(page, '1999-02-28')
  await page.getByLabel('NHS number').fill('943 476 5918')
  await page.getByRole('button', { name: 'Add patient' }).click()
  await expect(page.getByRole('alert').first()).toContainText('NHS number')
  await page.getByLabel('NHS number').fill('')
  await page.getByRole('button', { name: 'Add patient' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName)

  await page.goto('/clinic/patients')
  await page.getByRole('searchbox').fill(lastName.toLowerCase())
  await expect(page).toHaveURL(new RegExp(`q=${lastName.toLowerCase()}`))
  await expect(page.getByText(`Ffion ${lastName}`).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('nobody of this name')
  await expect(page.getByText(`Ffion ${lastName}`)).toHaveCount(0)
  await expectAccessible(page)
})
