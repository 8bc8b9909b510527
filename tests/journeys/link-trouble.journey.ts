import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, fillBirthDate, sendConsent, test } from './journey.ts'
import { consentLinkFor } from './outbox.ts'

test('five wrong dates of birth lock a link; a new link works at once', async ({ page, phone, signIn }) => {
  await signIn(page, 'Priya')
  const { url, dateOfBirth, consentId } = await sendConsent(page)
  await phone.goto(url)
  for (let attempt = 1; attempt <= 5; attempt++) {
    await fillBirthDate(phone, `19${60 + attempt}-01-02`)
    await phone.getByRole('button', { name: 'Continue' }).click()
    if (attempt < 5)
      await expect(phone.getByRole('alert')).toContainText(
        attempt === 4 ? 'You can try 1 more time' : `You can try ${5 - attempt} more times`,
      )
  }
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This link is locked')
  await expectAccessible(phone)
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This link is locked')

  const fresh = await page.request.post(`/api/clinic/consents/${consentId}/links`, { data: {} })
  await phone.goto(((await fresh.json()) as { url: string }).url)
  await fillBirthDate(phone, dateOfBirth)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your treatment')
})

test('revoked, cut-off and unknown links look the same; a new one goes to the contact on file alone', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const email = `${randomUUID()}@example.org`
  const { url, consentId, dateOfBirth } = await sendConsent(page, { email })
  const links = (await (await page.request.get(`/api/clinic/consents/${consentId}/links`)).json()) as {
    id: string
  }[]
  for (const { id } of links)
    await page.request.post(`/api/clinic/consents/${consentId}/links/${id}/revocation`, { data: {} })
  const said: string[] = []
  for (const address of [url.replace(/[^/]+$/, 'x'.repeat(43)), url.slice(0, -4), url]) {
    await phone.goto(address)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
    said.push(await phone.locator('body').innerText())
  }
  expect(new Set(said).size).toBe(1)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(phone.getByText('We have passed on your request')).toBeVisible()
  await expectAccessible(phone)

  const fresh = await consentLinkFor(email, 'new link')
  await phone.goto(new URL(fresh).pathname)
  await fillBirthDate(phone, dateOfBirth)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your treatment')
  await page.goto(`/clinic/consents/${consentId}`)
  await expect(page.getByText(`E-mail to ${email}, new link, as the patient asked`)).toBeVisible()
})

test('who asks for a new link and has no contact on file is a task of the practice', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { url, consentId, lastName } = await sendConsent(page)
  const links = (await (await page.request.get(`/api/clinic/consents/${consentId}/links`)).json()) as {
    id: string
  }[]
  await page.request.post(`/api/clinic/consents/${consentId}/links/${links[0]!.id}/revocation`, { data: {} })
  await phone.goto(url)
  await phone.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(phone.getByText('We have passed on your request')).toBeVisible()
  await expect(async () => {
    const asked = await page.request.get(`/api/clinic/consents/${consentId}/tasks`)
    expect(await asked.json()).toMatchObject([{ kind: 'new-link', patient: { name: `Robin ${lastName}` } }])
  }).toPass()
})

test('without its link a consent says how to get in, to strangers as for unknown consents', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { consentId, lastName } = await sendConsent(page)
  for (const screen of ['consent', 'ai-consent', 'consent-pdf']) {
    await phone.goto(`/${screen}/${consentId}`)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Open this form with your link')
    expect(await phone.locator('body').innerText()).not.toContain(lastName)
  }
  await expectAccessible(phone)
})
