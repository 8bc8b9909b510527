import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { drawSignature, confirmEverything, readToTheEnd, draftConsent, openSection } from './journey.ts'
import { expect, expectAccessible, fillBirthDate, newLastName, sendConsent } from './journey.ts'
import { codeFor, countMessages, allMessagesTo, linkFor, tokenOf } from './sent-mails.ts'
import { ask, newPerson, test } from './people.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

/** Everything that the browser of a patient asked for and was answered with: addresses, headers and bodies. */
function listen(page: Page): () => Promise<string> {
  const heard: Promise<string>[] = []
  page.on('response', (response) => {
    const bytes = response.body().catch(() => Buffer.alloc(0))
    heard.push(
      Promise.all([response.allHeaders(), response.request().allHeaders(), bytes]).then(
        ([answered, asked, body]) =>
          [response.url(), JSON.stringify(asked), JSON.stringify(answered), body.toString('utf8')].join('\n'),
      ),
    )
  })
  return async () => (await Promise.all(heard)).join('\n')
}

test('before the birth date nothing that was sent or shown tells who it is for or what it is about', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const email = `${randomUUID()}@example.org`
  const lastName = newLastName()
  const patient = { firstName: 'Wilhelmina', lastName, initials: `W. ${lastName[0]}.` }
  const consentId = await draftConsent(page, { email, ...patient })
  const headers = { 'idempotency-key': randomUUID() }
  await page.request.post(`/api/clinic/consents/${consentId}/send`, {
    data: { by: 'email', unaskedAcknowledged: true },
    headers,
  })
  const consent = (await (await page.request.get(`/api/clinic/consents/${consentId}`)).json()) as {
    patient: { id: string }
    clinician: { name: string }
    treatment: string
  }
  const told: Record<string, string> = {
    'first name': patient.firstName,
    'last name': lastName,
    initials: patient.initials,
    'birth date': '1975-09-30',
    'birth date as it is read': '30 September 1975',
    treatment: consent.treatment,
    'kind of treatment': 'Filling',
    tooth: 'lower left first molar',
    diagnosis: 'Decay',
    price: '£120',
    clinician: consent.clinician.name,
    'id of the patient': consent.patient.id,
    'id of the consent': consentId,
  }
  const url = await allMessagesTo(email).then(
    ([mail]) => /https?:\/\/\S+\/sign-consent\/[\w-]{43}/.exec(mail!)![0],
  )

  await test.step('Neither the message, its subject nor its link', async () => {
    for (const mail of await allMessagesTo(email))
      for (const [what, words] of Object.entries(told))
        expect(mail.replaceAll(email, ''), what).not.toContain(words)
  })

  const everything = listen(phone)
  await test.step('Nor any page, header, address or answer on the way', async () => {
    await phone.goto(url)
    await expect(heading(phone)).toHaveText('What is the date of birth of the person having treatment?')
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'This is not for me' }).click()
    await expect(heading(phone)).toHaveText('This form is not for you?')
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'It is for me, go back' }).click()
    await phone.getByRole('button', { name: 'Is this really from my dentist?' }).click()
    await expect(heading(phone)).toHaveText('Is this really from my dentist?')
    await expect(phone.getByText('your bank details or card number')).toBeVisible()
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'Go back' }).click()
    await fillBirthDate(phone, '1960-01-02')
    await goOn(phone)
    await expect(phone.getByRole('alert')).toContainText('does not match')
    const heard = await everything()
    expect(heard, 'what was listened for came by').toContain('does not match our record')
    for (const [what, words] of Object.entries(told))
      // The words of the pages themselves say nothing of anybody: 'Filling' in them would be somebody else's.
      expect(heard.includes(words), `${what} is told before the birth date`).toBe(false)
  })

  await test.step('All of it is there afterwards, so that its absence meant something', async () => {
    await fillBirthDate(phone, '1975-09-30')
    await goOn(phone)
    await expect(heading(phone)).toHaveText('Your treatment')
    const heard = await everything()
    const after = ['first name', 'last name', 'treatment', 'tooth', 'price', 'clinician', 'id of the consent']
    for (const what of after) expect(heard.includes(told[what]!), what).toBe(true)
  })
})

/** A practice of its own, whose settings are nobody else's, with its founder signed in on this page. */
async function foundPractice(page: Page, request: APIRequestContext): Promise<void> {
  const { email, firstName, lastName, password } = newPerson()
  await ask(request, 'registration', { email, as: 'practice' })
  const token = tokenOf(await linkFor(email, '/register'))
  const practice = { name: `${lastName} House`, phone: '01632 960555', timeZone: 'Europe/London' }
  await ask(page.request, 'registration/finish', { token, firstName, lastName, password, practice })
  await ask(page.request, 'clinic/staff', {
    ...{ email: newPerson().email, firstName: 'Ines', lastName: 'Moreno', role: 'clinic_staff' },
    ...{ permissionLevel: 3, permissions: {}, isClinician: true, gdcNumber: '254817' },
    ...{ loginHoursRestricted: false, loginHours: {} },
  })
}

test('a practice asks for a code besides: a wrong one, another one, the right one, and a link without', async ({
  page,
  phone,
  request,
}) => {
  await foundPractice(page, request)
  await test.step('The practice chooses it, and a code word', async () => {
    await page.goto('/clinic/settings')
    await page.getByLabel('Code word').fill('Root canal')
    await page.getByRole('button', { name: 'Save practice details' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'does not mention health' })).toBeVisible()
    await page.getByLabel('Code word').fill('Kingfisher')
    await page.getByRole('button', { name: 'Save practice details' }).click()
    await expect(page.getByText('Settings saved.')).toBeVisible()
    await page.goto('/clinic/settings?section=policies')
    await page.getByLabel('Date of birth and a code by text message').check()
    await page.getByRole('button', { name: 'Save policies' }).click()
    await expect(page.getByText('Policies saved.')).toBeVisible()
    await expectAccessible(page)
  })

  const mobile = `+4477009${String(10_000 + Math.floor(Math.random() * 89_999))}`
  const { url, dateOfBirth } = await sendConsent(page, { phone: mobile })
  await test.step('The patient sees the code word, and is asked for the code after the birth date', async () => {
    await phone.goto(url)
    await expect(phone.getByText('Code word of the practice: Kingfisher')).toBeVisible()
    await fillBirthDate(phone, dateOfBirth)
    await goOn(phone)
    await expect(heading(phone)).toHaveText('Enter the code we sent to your phone')
    await expect(phone.getByText(mobile.slice(-3))).toBeVisible()
    expect(await phone.locator('body').innerText()).not.toContain(mobile.slice(3, -3))
    await goOn(phone)
    await expect(phone.getByRole('alert')).toContainText('Enter the 6 numbers of the code')
    await expectAccessible(phone)
    const code = await codeFor(mobile)
    await phone.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000')
    await goOn(phone)
    await expect(phone.getByRole('alert')).toContainText('You can try 4 more times')
    await phone.getByRole('button', { name: 'Send me a new code' }).click()
    await expect(phone.getByText('We sent a new code.')).toBeVisible()
    await phone.getByLabel('Code', { exact: true }).fill(await codeFor(mobile, { number: 2 }))
    await goOn(phone)
    await expect(heading(phone)).toHaveText('Your treatment')
  })

  await test.step('Who has no mobile on file is told to ring, and is let in by a link without a code', async () => {
    const { url: other, consentId } = await sendConsent(page)
    await phone.goto(other)
    await fillBirthDate(phone, dateOfBirth)
    await goOn(phone)
    await expect(heading(phone)).toHaveText('We cannot send you a code')
    await expectAccessible(phone)
    await page.goto(`/clinic/consents/${consentId}`)
    await openSection(page, 'Messages and links')
    await page.getByRole('button', { name: 'Link or QR code' }).click()
    const address = page.getByLabel('Address')
    const before = await address.inputValue()
    await page.getByRole('button', { name: 'Create a link without the code' }).click()
    await expect(address).not.toHaveValue(before)
    await phone.goto(await address.inputValue())
    await fillBirthDate(phone, dateOfBirth)
    await goOn(phone)
    await expect(heading(phone)).toHaveText('Your treatment')
  })
})

test('a patient lets a relative read along, who can answer nothing, and ends it; both sides see when it was opened', async ({
  page,
  phone,
  signIn,
  openBrowser,
}) => {
  await signIn(page, 'Priya')
  const { url, dateOfBirth, consentId, lastName } = await sendConsent(page)
  const relative = await openBrowser({ viewport: phone.viewportSize() })
  let link = ''

  await test.step('The patient gives link and code', async () => {
    await phone.goto(url)
    await fillBirthDate(phone, dateOfBirth)
    await goOn(phone)
    await phone.getByRole('button', { name: 'Share with someone you trust' }).click()
    await expect(heading(phone)).toHaveText('Share with someone you trust')
    await phone.getByRole('button', { name: 'Let them read it' }).click()
    await expect(phone.getByRole('alert')).toContainText('Enter their name')
    await expectAccessible(phone)
    await phone.getByLabel('Their name').fill('Maria')
    await phone.getByLabel('Who are they to you?').fill('My daughter')
    await phone.getByRole('button', { name: 'Let them read it' }).click()
    await expect(phone.getByRole('heading', { name: 'Who can read it' })).toBeVisible()
    await expect(phone.getByText('Not opened yet')).toBeVisible()
    await expectAccessible(phone)
    link = await phone.getByLabel('Link to pass on').inputValue()
  })

  await test.step('The relative reads, and finds no way to answer', async () => {
    const code = /\b\d{6}\b/.exec(
      await phone.getByRole('listitem').filter({ hasText: 'Tell Maria' }).innerText(),
    )![0]
    await relative.goto(link)
    await expect(heading(relative)).toHaveText('Enter the code you were given')
    expect(await relative.locator('body').innerText()).not.toContain(lastName)
    await relative.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000')
    await goOn(relative)
    await expect(relative.getByRole('alert')).toContainText('The code is not right')
    await expectAccessible(relative)
    await relative.getByLabel('Code', { exact: true }).fill(code)
    await goOn(relative)
    await expect(heading(relative)).toHaveText('Shared with you to read')
    await expect(relative.getByRole('heading', { name: 'Risks and Complications' })).toBeVisible()
    for (const name of [/sign/i, /Ask a question/, /do not want/, /Download/])
      await expect(relative.getByRole('button', { name })).toHaveCount(0)
    expect(await relative.locator('main').innerText()).not.toContain(lastName)
    await expectAccessible(relative)
  })

  await test.step('Both sides see it, and the patient ends it', async () => {
    await page.goto(`/clinic/consents/${consentId}`)
    await openSection(page, 'Understanding and conversation')
    const panel = page.getByRole('region', { name: 'Supporters' })
    await expect(panel).toContainText('Maria (My daughter)')
    await expect(panel).toContainText('Opened once')
    await expectAccessible(page)
    await phone.reload()
    await expect(phone.getByText(/^Last opened on/)).toBeVisible()
    await phone.getByRole('button', { name: 'Stop sharing with Maria' }).click()
    await expect(phone.getByText('Stopped', { exact: true })).toBeVisible()
    await relative.goto(link)
    await expect(heading(relative)).toHaveText('This link does not work')
    await expectAccessible(relative)
  })
})

test('whoever has signed has the link to the copy sent to the address on file', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const email = `${randomUUID()}@example.org`
  await readToTheEnd(phone, await sendConsent(page, { email }))
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin Journey')
  await drawSignature(phone)
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(heading(phone)).toHaveText('Your consent is signed')
  const before = await countMessages(email)
  await phone.getByRole('button', { name: 'Send the link to my e-mail' }).click()
  await expect(phone.getByText(/A link to your copy is on its way to/)).toBeVisible()
  expect(await phone.locator('main').innerText()).not.toContain(email)
  await expectAccessible(phone)
  await expect.poll(() => countMessages(email)).toBeGreaterThan(before)
})
