import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  confirmEverything,
  expect,
  expectAccessible,
  fillBirthDate,
  readToTheEnd,
  sendConsent,
  test,
  openSection,
} from './journey.ts'
import { consentLinkFor } from './sent-mails.ts'

/** The days of a consent's links pass, and with them the time to answer it where it waits for that. */
const backdateConsent = (consentId: string) =>
  promisify(execFile)(process.execPath, [
    path.join(import.meta.dirname, '../../server/testing/expiry-main.ts'),
    process.env.JOURNEY_DATA!,
    consentId,
  ])

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

  // Nothing comes from the server for once, and then it does.
  const form = `**/api/patient/consents/${consentId}`
  await phone.route(form, (route) => route.abort())
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('We could not open the form')
  await expectAccessible(phone)
  await phone.unroute(form)
  await phone.getByRole('button', { name: 'Try again' }).click()
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
  await openSection(page, 'Messages and links')
  await expect(page.getByText(`E-mail to ${email}, new link requested by the patient`)).toBeVisible()
})

test('a link that is too old says so like any other; a signed form is opened by a new one', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const email = `${randomUUID()}@example.org`
  const sent = await sendConsent(page, { email })
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await phone.getByRole('radio', { name: 'Type my name' }).check()
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')
  await phone.context().clearCookies()
  await phone.evaluate('sessionStorage.clear()')

  await backdateConsent(sent.consentId)
  const said: string[] = []
  for (const address of [sent.url.replace(/[^/]+$/, 'x'.repeat(43)), sent.url]) {
    await phone.goto(address)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
    await expect(phone.getByText('the link is too old')).toBeVisible()
    said.push(await phone.locator('body').innerText())
  }
  expect(new Set(said).size).toBe(1)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(phone.getByText('We have passed on your request')).toBeVisible()

  await phone.goto(new URL(await consentLinkFor(email, 'new link')).pathname)
  await fillBirthDate(phone, sent.dateOfBirth)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')
})

test('who asks for a new link once the time to sign is over gets none, and the practice a task', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const email = `${randomUUID()}@example.org`
  const { url, consentId, dateOfBirth, lastName } = await sendConsent(page, { email })
  await phone.goto(url)
  await fillBirthDate(phone, dateOfBirth)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your treatment')

  await backdateConsent(consentId)
  // Who had it open at that moment is told so, and nobody comes in by the link any more.
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This form is no longer open')
  await expectAccessible(phone)
  await phone.context().clearCookies()
  await phone.evaluate('sessionStorage.clear()')
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  await phone.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(phone.getByText('We have passed on your request')).toBeVisible()
  await expect(async () => {
    const asked = await page.request.get(`/api/clinic/consents/${consentId}/tasks`)
    expect(await asked.json()).toMatchObject([{ kind: 'new-link', patient: { name: `Robin ${lastName}` } }])
  }).toPass()
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

test('an error of the pages themselves is shown in place of everything, with its reference and a way on', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { url } = await sendConsent(page)
  const logged: string[] = []
  phone.on('console', (message) => logged.push(message.text()))
  const link = `**/api/patient/links/${new URL(url).pathname.split('/').at(-1)}`
  // What no server says: a page cannot be drawn with the one, and what stands round every page with the other.
  for (const broken of [{ phone: 7 }, { languages: {} }]) {
    await phone.route(link, async (route) => {
      const answer = await route.fetch()
      const told = (await answer.json()) as { practice: object }
      await route.fulfill({ json: { ...told, practice: { ...told.practice, ...broken } } })
    })
    await phone.goto(url)
    if ('phone' in broken) await phone.getByRole('button', { name: 'This is not for me' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Application Error Detected')
    await expect(phone.getByRole('alert')).toContainText('is not a function')
    const reference = /Reference number (\w+)/.exec(await phone.getByRole('alert').innerText())![1]!
    await expect.poll(() => logged.join()).toContain(`Application error ${reference}`)
    await expect(phone.getByLabel('Stack')).toContainText('TypeError')
    await expectAccessible(phone)
    await phone.unroute(link)
    await phone.getByRole('button', { name: 'Reload Application' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('date of birth')
  }
})

test('a page whose script does not arrive says so in the reader’s words', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { url } = await sendConsent(page)
  // Without the worker, which would have the script already.
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: page.viewportSize() })
  const phone = await context.newPage()
  await phone.clock.install()
  await phone.route('**/patient-assets/link-problem-pages*', () => {})
  await phone.goto(url)
  await phone.getByRole('button', { name: 'This is not for me' }).click()
  await expect(async () => {
    await phone.clock.fastForward(121_000)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This page did not load fully', {
      timeout: 2000,
    })
  }).toPass()
  await expectAccessible(phone)
  await phone.unroute('**/patient-assets/link-problem-pages*')
  await phone.getByRole('button', { name: 'Load the page again' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('date of birth')
  await context.close()
})
