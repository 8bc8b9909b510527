import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  readToTheEnd,
  sendConsent,
  test,
  type SentConsent,
} from './journey.ts'

const heading = (phone: Page) => phone.getByRole('heading', { level: 1 })

/** Everything is read, confirmed, named and drawn; only sending is left. */
async function drawSignatureOn(phone: Page, sent: SentConsent): Promise<void> {
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await drawSignature(phone)
}

const send = (phone: Page) => phone.getByRole('button', { name: 'Sign and send' }).click()

type Plan = { patient: { id: string }; clinician: { id: string }; plan: object; signature: object | null }

const recordOf = async (page: Page, { consentId }: SentConsent) =>
  (await (await page.request.get(`/api/clinic/consents/${consentId}`)).json()) as Plan

/** Asks for something to be done, as the person signed in on this page. */
async function ask(page: Page, path: string, data: object): Promise<{ id: string }> {
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await page.request.post(`/api/clinic/${path}`, { data, headers })
  expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true)
  return (await answer.json()) as { id: string }
}

test('what was voided or replaced while somebody signed it is not signed, and each page says what is so', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Jonah')

  await test.step('Voided meanwhile', async () => {
    const sent = await sendConsent(page)
    await drawSignatureOn(phone, sent)
    await ask(page, `consents/${sent.consentId}/void`, { reason: 'Made out for the wrong tooth' })
    await send(phone)
    await expect(heading(phone)).toHaveText('We could not accept the signature')
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'Go back to the form' }).click()
    await expect(heading(phone)).toHaveText('The practice has cancelled this form')
    await expectAccessible(phone)
    expect((await recordOf(page, sent)).signature).toBeNull()
  })

  await test.step('Replaced meanwhile by another', async () => {
    const sent = await sendConsent(page)
    await drawSignatureOn(phone, sent)
    const { patient, clinician, plan } = await recordOf(page, sent)
    const whose = { patientId: patient.id, clinicianId: clinician.id }
    const { id } = await ask(page, 'consents', { ...plan, ...whose, replaces: sent.consentId })
    await ask(page, `consents/${id}/send`, { by: 'link', unaskedAcknowledged: true, wordingConfirmed: true })
    await send(phone)
    await phone.getByRole('button', { name: 'Go back to the form' }).click()
    await expect(heading(phone)).toHaveText('There is a newer form')
    await expectAccessible(phone)
    expect((await recordOf(page, sent)).signature).toBeNull()
  })
})

test('a signature under a text that is not the one in force is not taken, and the form is read again', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await drawSignatureOn(phone, sent)
  // As of somebody who had another text before them: the server tells it by the fingerprint of what was shown.
  await phone.route(
    '**/signature',
    async (route) => {
      const body = route.request().postDataJSON() as object
      await route.continue({ postData: JSON.stringify({ ...body, contentHash: 'f'.repeat(64) }) })
    },
    { times: 1 },
  )
  await send(phone)
  await expect(heading(phone)).toHaveText('The form has changed')
  await expectAccessible(phone)
  expect((await recordOf(page, sent)).signature).toBeNull()
  await phone.getByRole('button', { name: 'Read the new text' }).click()
  await expect(heading(phone)).toHaveText('Your treatment')
})

test('a form that is open on two devices is signed on one, and the other says so', async ({
  page,
  phone,
  browser,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await drawSignatureOn(phone, sent)
  const context = await browser.newContext({ viewport: phone.viewportSize() })
  const tablet = await context.newPage()
  await drawSignatureOn(tablet, sent)
  await send(tablet)
  await expect(heading(tablet)).toHaveText('Your consent is signed')
  await context.close()
  await send(phone)
  await expect(heading(phone)).toHaveText('Your consent is signed')
  await expect(phone.getByText('This consent was already signed')).toBeVisible()
  await phone
    .getByRole('button', { name: /change|take back/i })
    .first()
    .click()
  await expect(heading(phone)).toHaveText('Take back your consent')
})
