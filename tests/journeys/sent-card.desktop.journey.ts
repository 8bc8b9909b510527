import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  callApi,
  chooseTreatment,
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  fillBirthDate,
  newLastName,
  sendConsent,
  sendUnasked,
  startReading,
  test,
  writeDetail,
} from './journey.ts'
import { consentLinkFor } from './sent-mails.ts'

const birthDate = '1984-07-16'

/** What this dentist enters for this patient, by the form's labels. */
const details = {
  Diagnosis: 'An infected nerve in a back tooth',
  Price: '£73.50',
  'Number of visits': 'two visits',
  Prognosis: 'good',
  'Crown needed within': 'four weeks',
  'Why recommended': 'it can save the tooth',
  'Risks for this patient': 'none that we know of',
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const stepOf = (page: Page, label: string) =>
  page
    .getByRole('list', { name: 'Steps of this consent' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${label}, `) })
const today = /Today, \d\d:\d\d/

test('delivery of a consent is shown as it happens, and leads back to where it began', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const [email, lastName] = [`wren-${randomUUID()}@example.org`, newLastName()]
  const patientName = `Wren ${lastName}`
  const { id: patientId } = await callApi<{ id: string }>(page, 'patients', {
    ...{ firstName: 'Wren', lastName, dateOfBirth: birthDate, email },
  })

  await test.step('sent from the patient’s page', async () => {
    await page.goto(`/clinic/patients/${patientId}`)
    await page.getByRole('link', { name: 'New consent' }).first().click()
    await chooseTreatment(page, 'Molar Root Canal')
    await page.getByRole('checkbox', { name: /lower right first molar/i }).check()
    for (const [label, value] of Object.entries(details)) await writeDetail(page, label, value)
    await sendUnasked(page)
    await page.getByRole('button', { name: 'Send by e-mail' }).click()
    await expect(heading(page)).toHaveText(`Sent to ${patientName} by e-mail`)
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(`^Sent to ${patientName} by e-mail`))
    await expect(stepOf(page, 'Sent')).toContainText(today)
    await expect(stepOf(page, 'Opened')).toContainText('Not yet')
    await expectAccessible(page)
  })

  await test.step('a reload shows it again', async () => {
    await page.reload()
    await expect(heading(page)).toHaveText(`Sent to ${patientName} by e-mail`)
    await expect(page.getByRole('link', { name: `Back to ${patientName}` })).toBeVisible()
  })

  await test.step('opened', async () => {
    await phone.goto(await consentLinkFor(email, ''))
    await fillBirthDate(phone, birthDate)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await startReading(phone)
    await expect(stepOf(page, 'Opened')).toContainText(today)
    await expect(stepOf(page, 'Delivered')).toContainText('done')
    await expect(page.getByRole('status').filter({ hasText: /^Opened: / })).toHaveCount(1)
    await expect(stepOf(page, 'Signed')).toContainText('Not yet')
  })

  await test.step('signed', async () => {
    while ((await heading(phone).textContent()) !== 'Before you sign') {
      const before = await heading(phone).textContent()
      await phone.getByRole('button', { name: /Continue|I have read this|Go on without/ }).click()
      await expect(heading(phone)).not.toHaveText(before!)
    }
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').fill(patientName)
    await drawSignature(phone)
    await phone.getByRole('button', { name: 'Sign and send' }).click()
    await expect(stepOf(page, 'Signed')).toContainText(today)
    await expect(heading(page)).toHaveText(`Sent to ${patientName} by e-mail`)
  })

  await test.step('back to the patient', async () => {
    await page.getByRole('link', { name: `Back to ${patientName}` }).click()
    await expect(page).toHaveURL(new RegExp(`/clinic/patients/${patientId}$`))
  })
})

test('a message that did not arrive says so, and what to do instead', async ({ page, signIn }) => {
  await signIn(page, 'Tom')
  const { consentId, lastName } = await sendConsent(page, { email: 'robin@example.org' })
  // Asked once beforehand: what the page asks may be over before it is answered.
  const [message] = (await (
    await page.request.get(`/api/clinic/consents/${consentId}/messages`)
  ).json()) as object[]
  await page.route(`**/api/clinic/consents/${consentId}/messages`, (route) =>
    route.fulfill({ json: [{ ...message, state: 'bounced', failure: 'No mailbox' }] }),
  )
  await page.goto(`/clinic/consents/${consentId}/sent`)
  await expect(page.getByText('Not delivered. Show the QR code instead.')).toBeVisible()
  await expect(page.getByText('No mailbox')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show link / QR' }).click()
  const dialog = page.getByRole('dialog', { name: `Link for Robin ${lastName}` })
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Open consent' }).click()
  await expect(page).toHaveURL(new RegExp(`/clinic/consents/${consentId}$`))
  await page.goBack()
  await page.getByRole('link', { name: 'Back to consents' }).click()
  await expect(page).toHaveURL(/\/clinic\/consents$/)
})
