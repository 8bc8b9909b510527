import { randomUUID } from 'node:crypto'
import {
  callApi,
  chooseTreatment,
  expect,
  expectAccessible,
  fillBirthDate,
  newLastName,
  sendConsent,
  test,
} from './journey.ts'

test('a receptionist adds a patient, is told what is wrong, and finds the record', async ({
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
  for (const way of ['E-mail', 'Text message', 'Phone call', 'Letter'])
    await expect(page.getByLabel(way, { exact: true })).not.toBeChecked()
  await page.getByLabel('Text message').check()
  await page.getByLabel('Asked today').check()
  await page.getByRole('button', { name: 'Add patient' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName)
  await expect(page.getByText(/^Text message preferred; agrees to text message; asked on/)).toBeVisible()

  await page.goto('/clinic/patients')
  await page.getByRole('searchbox').fill(lastName.toLowerCase())
  await expect(page).toHaveURL(new RegExp(`q=${lastName.toLowerCase()}`))
  await expect(page.getByText(`Ffion ${lastName}`).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('nobody of this name')
  await expect(page.getByText(`Ffion ${lastName}`)).toHaveCount(0)
  await expectAccessible(page)
})

test('an archived patient leaves the list and comes back whole', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  const { lastName } = await sendConsent(page)
  await page.goto(`/clinic/patients?q=${lastName}`)
  await page
    .getByRole('link', { name: `Robin ${lastName}` })
    .first()
    .click()
  await page.getByRole('button', { name: 'More actions for this patient' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Nothing is deleted')
  await question.getByRole('button', { name: 'Archive patient' }).click()
  await expect(page.getByText('This patient is archived')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('This patient is archived')).toHaveCount(0)
})

test('the list is sorted by birth date and by name, and a consent starts from a row', async ({
  page,
  signIn,
}, info) => {
  await signIn(page, 'Priya')
  const lastName = newLastName()
  const born = { Beth: '1980-02-29', Zoe: '1931-05-17', Ada: '2001-12-31' }
  for (const [firstName, dateOfBirth] of Object.entries(born))
    await callApi(page, 'patients', { firstName, lastName, dateOfBirth })
  await page.goto(`/clinic/patients?q=${lastName}`)
  const shown = async () =>
    (await page.getByRole('rowheader').allTextContents()).map((name) => name.split(' ')[0])
  await expect.poll(shown).toEqual(['Ada', 'Beth', 'Zoe'])
  if (info.project.name === 'desktop') {
    await expect(page.getByRole('columnheader', { name: 'Patient' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    const header = page.getByRole('columnheader', { name: 'Born' })
    await header.getByRole('link').press('Enter')
    await expect(header).toHaveAttribute('aria-sort', 'ascending')
  } else await page.getByLabel('Sort by').selectOption('Date of birth, oldest first')
  await expect(page).toHaveURL(/sort=born/)
  await expect.poll(shown).toEqual(['Zoe', 'Beth', 'Ada'])
  await page.reload()
  await expect.poll(shown).toEqual(['Zoe', 'Beth', 'Ada'])
  await expectAccessible(page)
  await page.getByRole('link', { name: `New consent for Zoe ${lastName}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New consent')
  await expect(page).toHaveURL(/[?&]patient=/)
})

test('a tooth is chosen by keyboard alone', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  await page.goto('/clinic/consents/new')
  await chooseTreatment(page, 'Simple Extraction')
  await page.getByRole('checkbox', { name: /upper right third molar/i }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: /upper right second molar/i })).toBeChecked()
  await expect(page.getByText(/^Chosen: .*17/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: /upper right second molar/i })).not.toBeChecked()
})
