import { randomUUID } from 'node:crypto'
import {
  confirmEverything,
  expect,
  expectAccessible,
  expectDialogAccessible,
  openSection,
  readToTheEnd,
  sendConsent,
  test,
} from './journey.ts'

const day_ms = 24 * 60 * 60 * 1000
/** As a field for day and time takes it. */
const daysAgo = (days: number) => new Date(Date.now() - days * day_ms).toISOString().slice(0, 16)

test('a clinician records what came of a treatment, and the practice sees whose follow-up is due', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Amara')
  const sent = await sendConsent(page)
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await phone.getByLabel('Type my name').check()
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')

  const dialog = page.getByRole('dialog')
  const panel = page.getByRole('region', { name: 'Treatment outcome' })
  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'After treatment')
  await page.getByRole('button', { name: 'Treatment done' }).click()
  await dialog.getByLabel(/^When/).fill(daysAgo(40))
  await dialog.getByRole('button', { name: 'Record as done' }).click()
  await expect(dialog).toHaveCount(0)

  const dueLink = page.getByRole('link', { name: new RegExp(sent.lastName) })
  await test.step('What was seen the day after is recorded by the risks on the consent, and is no follow-up yet', async () => {
    await page.reload()
    await panel.getByRole('button', { name: /^Record outcome/ }).click()
    await expectDialogAccessible(page)
    await dialog.getByRole('button', { name: 'Save outcome' }).click()
    await expect(dialog.getByRole('alert').first()).toContainText('Choose the outcome')
    await dialog.getByLabel('One or more of the listed risks occurred').check()
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByLabel('Examined the patient').check()
    await dialog.getByLabel(/^When/).fill(daysAgo(39))
    await dialog.getByLabel(/^Note/).fill(`Settled within a day ${randomUUID().slice(0, 4)}`)
    await dialog.getByRole('button', { name: 'Save outcome' }).click()
    await expect(panel.getByText(/^Follow up from/)).toBeVisible()
    await expect(panel.getByText(/Settled within a day/)).toBeVisible()
    await expectAccessible(page)

    await page.goto('/clinic/analytics?view=outcomes')
    await expect(page.getByRole('heading', { name: 'Outcomes by treatment' })).toBeVisible()
    await expect(dueLink).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('The last check completes it', async () => {
    await dueLink.click()
    await panel.getByRole('button', { name: /^Record again/ }).click()
    // What was recorded before is ticked already.
    await expect(dialog.getByRole('checkbox').first()).toBeChecked()
    await dialog.getByLabel('One or more of the listed risks occurred').check()
    await dialog.getByLabel('Asked the patient, by phone or message').check()
    await dialog.getByRole('button', { name: 'Save outcome' }).click()
    await expect(panel.getByText('Followed up', { exact: true })).toBeVisible()
    await expect(panel.getByText(/\(replaced\)/)).toBeVisible()
    await page.goto('/clinic/analytics?view=outcomes')
    await expect(page.getByRole('heading', { name: 'Follow-up due' })).toBeVisible()
    await expect(dueLink).toHaveCount(0)
  })
})
