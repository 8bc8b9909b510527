import { randomUUID } from 'node:crypto'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  expectDialogAccessible,
  readToTheEnd,
  sendConsent,
  test,
} from './journey.ts'

test('an appointment turns from not ready to started, and a withdrawal shows without reload', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  const patient = `Robin ${sent.lastName}`
  await page.goto('/clinic?who=all')
  await page.getByRole('button', { name: 'Add appointment' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add appointment' })
  await dialog.getByRole('button', { name: 'Add appointment' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('There is a problem')
  await dialog.getByRole('combobox', { name: 'Patient' }).fill(sent.lastName)
  await page.getByRole('option', { name: patient }).click()
  await dialog.getByLabel('Time').fill('12:00')
  await expectDialogAccessible(page)
  await dialog.getByRole('button', { name: 'Add appointment' }).click()

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: patient }) })
  await expect(row.getByText('Not ready')).toBeVisible()
  await expect(row).toContainText('Sent, not opened')
  await expect(row).toContainText('No recorded check of understanding')
  await expectAccessible(page)

  // From here on the page is not loaded anew: what the patient does shows by itself.
  await page.evaluate('window.stillThePage = true')
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill(patient)
  await drawSignature(phone)
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(row.getByText('Needs attention')).toBeVisible()
  await expect(row).not.toContainText('Consent given:')

  const discussion = {
    ...{ on: new Date().toISOString(), mode: 'in-person', understanding: 'explained-back' },
    ...{ note: 'Went through the filling and the other ways to go.', whatMatters: '' },
  }
  const recorded = await page.request.post(`/api/clinic/consents/${sent.consentId}/discussions`, {
    data: { discussion },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(recorded.ok()).toBe(true)
  await expect(row.getByText('Ready', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const withdrawn = await phone.request.post(`/api/patient/consents/${sent.consentId}/withdrawal`, {
    data: { reason: 'I have changed my mind' },
  })
  expect(withdrawn.ok(), await withdrawn.text()).toBe(true)
  await expect(row).toContainText('The patient withdrew consent')
  expect(await page.evaluate('window.stillThePage')).toBe(true)
  await row.getByRole('button', { name: 'Start' }).click()
  const refusal = page.getByRole('dialog')
  await expect(refusal).toContainText('This cannot be overridden')
  await expectDialogAccessible(page)
})

test('what waits leads to the list of exactly that', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  await page.goto('/clinic?who=all')
  await page.getByRole('link', { name: /To countersign/ }).click()
  await expect(page).toHaveURL(/view=to-countersign/)
  await page.goBack()
  await page.getByRole('link', { name: 'Next day' }).click()
  await expect(page).toHaveURL(/day=\d{4}-\d{2}-\d{2}/)
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^Today, / })).toBeVisible()
})
