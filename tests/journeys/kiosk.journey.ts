import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  expectDialogAccessible,
  fillBirthDate,
  demoAccountOf,
  readForm,
  sendConsent,
  test,
  type SentConsent,
} from './journey.ts'

type Plan = { patient: { id: string }; clinician: { id: string }; plan: object }

/** The same plan once more for the same patient, sent too; answers whose it is. */
async function sendSecondConsent(page: Page, { consentId }: SentConsent): Promise<string> {
  const read = await page.request.get(`/api/clinic/consents/${consentId}`)
  const { patient, clinician, plan } = (await read.json()) as Plan
  const post = async (path: string, data: object) => {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await page.request.post(`/api/clinic/${path}`, { data, headers })
    expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true)
    return (await answer.json()) as { id: string }
  }
  const { id } = await post('consents', { ...plan, patientId: patient.id, clinicianId: clinician.id })
  await post(`consents/${id}/send`, { by: 'link', unaskedAcknowledged: true })
  return patient.id
}

/** What the tab and the device keep of forms that were begun. */
const storedDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((slot) =>
      slot.startsWith('candour.begun.'),
    ),
  )

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function verifyBirthDate(page: Page, date: string): Promise<void> {
  await fillBirthDate(page, date)
  await button(page, 'Continue').click()
}

test('a tablet is handed over with two forms, one is signed without a connection, and it comes back', async ({
  page,
  signIn,
  demo,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  const patientId = await sendSecondConsent(page, sent)

  await page.goto(`/clinic/patients/${patientId}`)
  await button(page, 'Hand over 2 forms').click()
  await expect(page.getByRole('dialog')).toContainText('Hand this screen to Robin')
  await expectDialogAccessible(page)
  await button(page, 'Hand over').last().click()

  await expect(page).toHaveURL(/\/kiosk\//)
  await expect(page.getByText(sent.lastName)).toHaveCount(0)
  await expectAccessible(page)
  await verifyBirthDate(page, '1976-09-30')
  await expect(page.getByRole('alert')).toContainText('You can try 4 more times')
  await verifyBirthDate(page, sent.dateOfBirth)
  await expect(page.getByText('Forms to read: 2')).toBeVisible()
  await expectAccessible(page)

  // Nothing of the practice behind the address, whatever the patient tries.
  const kiosk = page.url()
  expect((await page.request.get('/api/clinic/patients')).status()).toBe(401)
  await page.goto(`/clinic/patients/${patientId}`)
  await expect(heading(page)).toHaveText('This screen is with a patient')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveText(['Skip to main content', 'Someone else'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Someone else' }).click()
  await expect(heading(page)).toHaveText('Sign in as someone else')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveText(['Skip to main content', 'Back to the lock screen'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the lock screen' }).click()
  await expect(heading(page)).toHaveText('This screen is with a patient')
  await button(page, 'Back to the patient’s forms').click()
  await expect(page).toHaveURL(kiosk)

  await button(page, /Read this form/)
    .first()
    .click()
  await expect(button(page, 'Back to your forms')).toBeVisible()
  await readForm(page)
  const boxOf = async (name: string) => (await page.getByRole('button', { name, exact: true }).boundingBox())!
  const [forms, backward] = [await boxOf('Back to your forms'), await boxOf('Back')]
  expect(backward.y - (forms.y + forms.height), 'room for a finger between them').toBeGreaterThanOrEqual(12)
  await confirmEverything(page)
  await page.getByLabel('Your full name').fill('Robin')
  await drawSignature(page)
  await page.context().setOffline(true)
  await button(page, 'Sign and send').click()
  await expect(heading(page)).toHaveText('Saved on this phone')
  await page.context().setOffline(false)
  await expect(page.getByText('Forms to read: 1')).toBeVisible()
  await expect(page.getByText('Answered')).toBeVisible()

  // The other one is begun, and the tablet taken back before it is sent.
  await button(page, /Read this form/).click()
  await readForm(page)
  await confirmEverything(page)
  await page.getByLabel('Your full name').fill('Robin')
  await drawSignature(page)
  await expect.poll(() => storedDrafts(page)).toHaveLength(2)
  await button(page, 'Back to your forms').click()

  await button(page, 'Give the tablet back').click()
  await expect(heading(page)).toHaveText('Please give the tablet back')
  await expectAccessible(page)
  await page.context().setOffline(true)
  await button(page, 'Unlock this tablet').click()
  await expect(page.getByRole('alert')).toContainText('There is no internet connection')
  await page.context().setOffline(false)
  await button(page, 'Unlock this tablet').click()
  await expect(heading(page)).toHaveText('This screen is with a patient')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await button(page, 'Unlock').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(demoAccountOf(demo, 'Priya').password)
  await button(page, 'Unlock').click()
  // One form is signed: it waits for the clinician. The other one can be handed over again.
  await expect(page).toHaveURL(/\/clinic\/sign-consent\//)
  await page.goto(`/clinic/patients/${patientId}`)
  await expect(button(page, 'Hand over')).toBeVisible()
  expect(await storedDrafts(page), 'nobody can send what somebody else had drawn').toEqual([])

  await page.goto(kiosk)
  await expect(heading(page)).toHaveText('Please give the tablet back')
})
