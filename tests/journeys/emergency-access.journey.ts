import {
  expect,
  expectAccessible,
  expectDialogAccessible,
  demoAccountOf,
  sendConsent,
  test,
} from './journey.ts'
import { allMessagesTo } from './sent-mails.ts'

const words = 'They asked why a page of the consent stays empty.'

test('a record is opened from the platform with a reason, and its practice sees that at once', async ({
  page,
  phone,
  signIn,
  demo,
}) => {
  await signIn(phone, 'Jonah')
  const { consentId, lastName } = await sendConsent(phone)
  const number = consentId.slice(-8).toUpperCase()
  await phone.goto('/clinic')
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('Jonah')
  // From here on the page is not loaded anew.
  await phone.evaluate('window.stillThePage = true')

  await signIn(page, 'Rowan')
  await page.goto('/admin/consents')
  await expectAccessible(page)
  await page.getByLabel('Practice', { exact: true }).selectOption({ label: 'Canal Side Dental Care' })
  await page.getByLabel('Status').selectOption({ label: 'Sent' })
  await page.getByRole('row').getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Consent ${number}`)
  await expect(page.getByText('Fingerprint of the text')).toBeVisible()
  await expect(page.locator('main')).not.toContainText(lastName)
  await expect(page.locator('main')).not.toContainText('Composite')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Open the record' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open the record' })
  await dialog.getByLabel('Why you need access').fill('Because I want to')
  await dialog.getByRole('button', { name: 'Open the record' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Choose a reason')
  await expect(dialog.getByRole('alert').first()).toContainText('at least 20 characters')
  await expectDialogAccessible(page)
  await dialog.getByLabel('Reason').selectOption({ label: 'Requested by the practice' })
  await dialog.getByLabel('Why you need access').fill(words)
  await dialog.getByLabel('Ticket number').fill('T-104')
  await dialog.getByRole('button', { name: 'Open the record' }).click()

  await expect(page.getByText(/^Open until/).first()).toBeVisible()
  await expect(page.getByText(`Robin ${lastName}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What the patient reads' })).toBeVisible()
  await expectAccessible(page)

  const notice = phone.getByText('Candour opened one of your records')
  await expect(notice).toBeVisible()
  expect(await phone.evaluate('window.stillThePage')).toBe(true)
  await expectAccessible(phone)
  await phone.getByRole('link', { name: 'View details' }).click()
  const entry = phone.getByRole('row').filter({ hasText: number })
  await expect(entry).toContainText(words)
  await expect(entry).toContainText('Rowan Pemberton')
  await expect(entry).toContainText('Open until')
  await expect(entry).toContainText('The record')
  await expectAccessible(phone)

  await page.getByRole('button', { name: 'Close the record now' }).click()
  await expect(page.getByRole('button', { name: 'Open the record' })).toBeVisible()
  await expect(page.locator('main')).not.toContainText(lastName)
  await expect(entry).toContainText('Ended at')

  await expect(async () => {
    const mails = await allMessagesTo(demoAccountOf(demo, 'Jonah').email)
    expect(mails.filter((mail) => mail.includes('opened-records'))).not.toEqual([])
  }).toPass({ timeout: 180_000 })
})
