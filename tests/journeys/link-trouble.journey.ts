import { expect, expectAccessible, fillBirthDate, sendConsent, test } from './journey.ts'

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

test('a revoked link and an unknown one look the same, and a new one can be asked for', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { url, consentId } = await sendConsent(page)
  const links = (await (await page.request.get(`/api/clinic/consents/${consentId}/links`)).json()) as {
    id: string
  }[]
  await page.request.post(`/api/clinic/consents/${consentId}/links/${links[0]!.id}/revocation`, { data: {} })
  await phone.goto(url)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  const revoked = await phone.locator('body').innerText()
  await expectAccessible(phone)
  await phone.goto(url.replace(/[^/]+$/, 'x'.repeat(43)))
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  expect(await phone.locator('body').innerText()).toBe(revoked)
  await phone.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(phone.getByText('We have passed on your request')).toBeVisible()
  await expectAccessible(phone)
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
