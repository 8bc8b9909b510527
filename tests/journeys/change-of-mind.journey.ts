import { confirmEverything, expect, expectAccessible, readToTheEnd, sendConsent, test } from './journey.ts'

test('a patient says no with a reason, and the practice sees it', async ({ page, phone, signIn }) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  const reads: string[] = []
  phone.on('request', (request) => {
    if (request.url().endsWith(`/api/patient/consents/${sent.consentId}`)) reads.push(request.method())
  })
  await readToTheEnd(phone, sent)
  await phone.getByRole('button', { name: 'I do not want this treatment' }).click()
  await phone.getByRole('button', { name: 'Tell the practice I say no' }).click()
  await expect(phone.getByRole('alert')).toContainText('Tell us in a few words')
  await expectAccessible(phone)
  await phone.getByLabel('Why do you not want this treatment?').fill('I want to ask my sister first.')
  await phone.getByRole('button', { name: 'Tell the practice I say no' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('You said no to this treatment')
  // However many pages came one after the other, each in a file of its own.
  expect(reads).toEqual(['GET'])
  await expectAccessible(phone)
  await page.goto(`/clinic/consents/${sent.consentId}`)
  await expect(page.getByText('Declined').first()).toBeVisible()
  await expect(page.getByText('I want to ask my sister first.').first()).toBeVisible()
  await expectAccessible(page)
})

test('a patient signs by typing and takes the consent back later', async ({ page, phone, signIn }) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await phone.getByRole('radio', { name: 'Type my name' }).check()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')
  await phone
    .getByRole('button', { name: /change|take back/i })
    .first()
    .click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Take back your consent')
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Take back my consent' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is taken back')
  await page.goto(`/clinic/consents/${sent.consentId}`)
  await expect(page.getByText('Withdrawn').first()).toBeVisible()
})
