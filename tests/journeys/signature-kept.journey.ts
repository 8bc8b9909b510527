import type { Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  readToTheEnd,
  sendConsent,
  test,
  type Sent,
} from './journey.ts'

/** Everything is read, confirmed, named and drawn; only sending is left. */
async function drawnOn(phone: Page, sent: Sent): Promise<void> {
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await drawSignature(phone)
}

test('a drawn signature survives turning the phone and reloading the page', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  await drawnOn(phone, await sendConsent(page))
  const { width, height } = phone.viewportSize()!
  await phone.setViewportSize({ width: height, height: width })
  await phone.reload()
  await phone.setViewportSize({ width, height })
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Sign your consent')
  await expect(phone.getByLabel('Your full name')).toHaveValue('Robin')
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')
})

test('a signature given without a connection is kept on the phone and sent once it is back', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await drawnOn(phone, sent)
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Saved on this phone')
  await phone.context().setOffline(false)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')
  const consent = await page.request.get(`/api/clinic/consents/${sent.consentId}`)
  const { events } = (await consent.json()) as { events: { event: string }[] }
  expect(events.filter(({ event }) => event === 'consent.signed')).toHaveLength(1)
})
