import type { Locator, Page, Request } from '@playwright/test'
import { countEncryptedDrafts, storedText } from './browser-storage.ts'
import {
  chooseTreatment,
  confirmEverything,
  type Demo,
  demoAccountOf,
  drawSignature,
  expect,
  fillBirthDate,
  fillSignIn,
  newLastName,
  readToTheEnd,
  sendConsent,
  type SentConsent,
  signOut,
  startReading,
  test,
} from './journey.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const restored = (page: Page) => page.getByText(/^Your unsaved text from \d\d:\d\d has been restored\.$/)

/** Longer than any practice lets a browser stand unused. */
const unused = '12:00:00'

/** Nobody uses the browser until it locks; then the same person unlocks it. The page is not loaded in between. */
async function lockAndUnlock(page: Page, demo: Demo): Promise<void> {
  await page.evaluate('globalThis.wasHere = true')
  await page.clock.fastForward(unused)
  const cover = page.getByRole('dialog', { name: 'This computer is locked' })
  await expect(cover.getByRole('heading', { name: 'This computer is locked' })).toBeVisible()
  expect((await page.request.get('/api/clinic/patients')).status()).toBe(401)
  await cover.getByLabel('Password', { exact: true }).fill(demoAccountOf(demo, 'Amara').password)
  await cover.getByRole('button', { name: 'Unlock' }).click()
  await expect(cover).toBeHidden()
  expect(await page.evaluate('globalThis.wasHere')).toBe(true)
}

/** A form that is loaded again has its treatment already. */
const beginDiagnosis = async (page: Page) => {
  if ((await page.getByRole('combobox', { name: 'Treatment' }).inputValue()) === 'Composite Filling') return
  await chooseTreatment(page, 'Composite Filling')
  await page.getByRole('button', { name: 'Write: Diagnosis' }).click()
}
const forms = [
  { form: 'a new patient', path: '/clinic/patients/new', field: 'Address' },
  { form: 'a new consent', path: '/clinic/consents/new', field: 'Diagnosis', open: beginDiagnosis },
  { form: 'a ticket', path: '/clinic/account/tickets/new', field: 'Your message' },
  { form: 'a policy', path: '/clinic/cqc/policies/new', field: 'Wording' },
  { form: 'a member of staff', path: '/clinic/staff/register', field: 'Job title' },
]

test('the idle lock lies over the page: what is typed into forms is there afterwards', async ({
  page,
  phone,
  signIn,
  demo,
}) => {
  await signIn(page, 'Amara')
  await page.clock.install()
  for (const { form, path, field, open } of forms)
    await test.step(form, async () => {
      await page.goto(path)
      await open?.(page)
      const words = page.getByRole('textbox', { name: field }).first()
      await words.fill('Typed and not sent')
      await lockAndUnlock(page, demo)
      await expect(words).toHaveValue('Typed and not sent')
    })
  await test.step('an answer to a patient’s question', async () => {
    const sent = await sendConsent(page)
    await openQuestions(phone, sent)
    await phone.getByLabel('Your question', { exact: true }).fill('Will it hurt?')
    await phone.getByLabel('I want the answer before I sign').check()
    await button(phone, 'Send my question').click()
    await expect(phone.getByText('Your question has been sent to the practice.')).toBeVisible()
    await page.goto(`/clinic/consents/${sent.consentId}?section=conversation`)
    const words = page.getByRole('region', { name: 'Questions' }).getByLabel('Your answer')
    await words.fill('Only a little')
    await lockAndUnlock(page, demo)
    await expect(words).toHaveValue('Only a little')
  })
})

test('text of staff outlives a reload and a session that ended, and is forgotten once sent or signed out', async ({
  page,
  signIn,
  demo,
}) => {
  const { email, password } = demoAccountOf(demo, 'Priya')
  const subject = newLastName()
  await signIn(page, 'Priya')
  await page.goto('/clinic/account/tickets/new')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Your message').fill('The printer says no')
  await expect.poll(() => countEncryptedDrafts(page)).toBe(1)
  expect(await storedText(page)).not.toContain('printer')

  await page.reload()
  await expect(restored(page)).toBeVisible()
  await expect(page.getByLabel('Your message')).toHaveValue('The printer says no')

  await page.context().clearCookies()
  await page.reload()
  await fillSignIn(page, email, password)
  await expect(page.getByLabel('Subject')).toHaveValue(subject)
  await expect(page.getByLabel('Your message')).toHaveValue('The printer says no')

  await page.getByLabel('What is it about?').selectOption({ index: 1 })
  await button(page, 'Send').click()
  await expect(heading(page)).toContainText(subject)
  await page.goto('/clinic/account/tickets/new')
  await expect(page.getByLabel('Your message')).toHaveValue('')

  await page.getByLabel('Your message').fill('Another thing')
  await expect.poll(() => countEncryptedDrafts(page)).toBe(1)
  await signOut(page)
  expect(await countEncryptedDrafts(page)).toBe(0)
})

/** Opens a link and goes to the page of questions. */
async function openQuestions(phone: Page, { url, dateOfBirth }: SentConsent): Promise<void> {
  await phone.goto(url)
  await fillBirthDate(phone, dateOfBirth)
  await button(phone, 'Continue').click()
  await startReading(phone)
  await button(phone, 'Ask a question').click()
  await expect(heading(phone)).toHaveText('Your questions')
}

/** The proof of the birth date has run out, which the next press finds; it is proved again. */
async function verifyBirthDateAgain(phone: Page, { dateOfBirth }: SentConsent, press: string): Promise<void> {
  await phone.context().clearCookies()
  await button(phone, press).click()
  await expect(heading(phone)).toContainText('date of birth')
  await fillBirthDate(phone, dateOfBirth)
  await button(phone, 'Continue').click()
}

test('a question outlives a birth date proved again, and is forgotten once sent', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await openQuestions(phone, sent)
  const words = phone.getByLabel('Your question', { exact: true })
  await words.fill('Can I drive home?')
  await phone.getByLabel('I want the answer before I sign').check()
  await expect.poll(() => countEncryptedDrafts(phone)).toBe(1)
  await verifyBirthDateAgain(phone, sent, 'Send my question')
  await expect(heading(phone)).toHaveText('Your questions')
  await expect(words).toHaveValue('Can I drive home?')
  await button(phone, 'Send my question').click()
  await expect(phone.getByText('Your question has been sent to the practice.')).toBeVisible()
  await expect(words).toHaveValue('')
  await expect.poll(() => countEncryptedDrafts(phone)).toBe(0)
})

test('a reason for declining outlives a birth date proved again and a reload', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await readToTheEnd(phone, sent)
  await button(phone, 'I do not want this treatment').click()
  const words = phone.getByLabel('Why do you not want this treatment?')
  await words.fill('I ask my sister first.')
  await expect.poll(() => countEncryptedDrafts(phone)).toBe(1)
  await verifyBirthDateAgain(phone, sent, 'Tell the practice I say no')
  await expect(words).toHaveValue('I ask my sister first.')
  await phone.reload()
  await expect(words).toHaveValue('I ask my sister first.')
  await button(phone, 'Tell the practice I say no').click()
  await expect(heading(phone)).toHaveText('You said no to this treatment')
  await expect.poll(() => countEncryptedDrafts(phone)).toBe(0)
})

test('what is said about a call outlives a birth date proved again', async ({ page, phone, signIn }) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await readToTheEnd(phone, sent)
  await button(phone, 'Ask the practice to call me').click()
  const words = phone.getByLabel('Anything they should know?')
  await words.fill('I hear badly.')
  await phone.getByLabel('Any time').check()
  await expect.poll(() => countEncryptedDrafts(phone)).toBe(1)
  await verifyBirthDateAgain(phone, sent, 'Ask for a call')
  await expect(words).toHaveValue('I hear badly.')
  await expect(phone.getByLabel('Any time')).toBeChecked()
})

const ticketPath = '/clinic/account/tickets/new'
const message = (page: Page) => page.getByLabel('Your message')

/** Writes a ticket, which stands sealed in the tab then, and sends nothing. */
async function writeTicket(page: Page, subject: string): Promise<void> {
  await page.goto(ticketPath)
  await page.getByLabel('What is it about?').selectOption({ index: 1 })
  await page.getByLabel('Subject').fill(subject)
  await message(page).fill('The printer says no')
  await expect.poll(() => countEncryptedDrafts(page)).toBe(1)
}

test('text outlives the death of its page', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  await writeTicket(page, newLastName())
  const kept = await page.evaluate<Record<string, string>>('({ ...sessionStorage })')
  const died = page.waitForEvent('crash')
  const target = await page.context().newCDPSession(page)
  void target.send('Page.crash').catch(() => {})
  await died
  // A browser gives the tab that it opens again the storage of the one that died.
  const again = await page.context().newPage()
  await again.addInitScript((slots) => Object.assign(sessionStorage, slots), kept)
  await again.goto(ticketPath)
  await expect(restored(again)).toBeVisible()
  await expect(message(again)).toHaveValue('The printer says no')
})

test('text outlives a release that takes its scripts away', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  await writeTicket(page, newLastName())
  await page.evaluate('globalThis.wasHere = true')
  await page.route('**/assets/consent-list-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page
    .getByRole('navigation', { name: 'Clinic' })
    .getByRole('link', { name: 'Consents', exact: true })
    .click()
  await expect(heading(page)).toHaveText('Consents')
  expect(await page.evaluate('globalThis.wasHere')).toBeUndefined()
  await page.goto(ticketPath)
  await expect(message(page)).toHaveValue('The printer says no')
})

test('text whose sending meets no network stays, also over a reload, and is sent once it is back', async ({
  page,
  signIn,
}) => {
  const subject = newLastName()
  await signIn(page, 'Priya')
  await writeTicket(page, subject)
  const posting = (request: Request) => request.method() === 'POST' && request.url().includes('/tickets')
  await page.route('**/api/**', (route) =>
    posting(route.request()) ? route.abort('internetdisconnected') : route.continue(),
  )
  const lost = page.waitForEvent('requestfailed', posting)
  await button(page, 'Send').click()
  await lost
  await expect(message(page)).toHaveValue('The printer says no')
  await page.unroute('**/api/**')
  await page.reload()
  await expect(message(page)).toHaveValue('The printer says no')
  await button(page, 'Send').click()
  await expect(heading(page)).toContainText(subject)
  await expect.poll(() => countEncryptedDrafts(page)).toBe(0)
})

test('text typed about one is not offered about another, though one page opens the dialog for both', async ({
  page,
  signIn,
}) => {
  const [first, second] = [newLastName(), newLastName()]
  const dialog = page.getByRole('dialog')
  const change = (title: string) =>
    page.getByRole('article', { name: title }).getByRole('button', { name: 'Change' }).click()
  await signIn(page, 'Rowan')
  await page.goto('/admin/support/answers')
  for (const title of [first, second]) {
    await button(page, 'Add saved reply').click()
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByLabel('Answer').fill('Upload it anew.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await change(first)
  await dialog.getByLabel('Answer').fill('Meant for the first alone')
  await expect.poll(() => countEncryptedDrafts(page)).toBe(1)
  await page.reload()

  await change(second)
  await expect(dialog.getByLabel('Title')).toHaveValue(second)
  await expect(dialog.getByLabel('Answer')).toHaveValue('Upload it anew.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await change(first)
  await expect(restored(page)).toBeVisible()
  await expect(dialog.getByLabel('Answer')).toHaveValue('Meant for the first alone')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('where somebody else has saved meanwhile, text is offered and nothing is filled in', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { consentId } = await sendConsent(page)
  const consent = await page.request.get(`/api/clinic/consents/${consentId}`)
  const { patient } = (await consent.json()) as { patient: { id: string } }
  const path = `/clinic/patients/${patient.id}/edit`
  const address = page.getByRole('textbox', { name: /^Address/ })
  await page.goto(path)
  await address.fill('1 Typed Road')
  await expect.poll(() => countEncryptedDrafts(page)).toBe(1)
  const saved = (await (await page.request.get(`/api/clinic/patients/${patient.id}`)).json()) as object
  const answer = await page.request.put(`/api/clinic/patients/${patient.id}`, {
    data: { ...saved, address: '2 Saved Street' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)

  await page.reload()
  await expect(page.getByText('The saved details have changed since then.')).toBeVisible()
  await expect(address).toHaveValue('2 Saved Street')
  await button(page, 'Restore my text').click()
  await expect(address).toHaveValue('1 Typed Road')
  await button(page, 'Save changes').click()
  await expect(page.getByText('1 Typed Road')).toBeVisible()
})

/** What is typed as somebody’s health in these stories, and stands in no page of the product. */
const secret = 'zopiclone'
test('of what a patient types and signs nothing readable stands on the phone, and without a network it waits there', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await phone.goto(sent.url)
  await fillBirthDate(phone, sent.dateOfBirth)
  await button(phone, 'Continue').click()
  await phone.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await phone.getByRole('button', { name: 'Start reading' }).click()
  await expect(heading(phone)).toHaveText('What matters to you')
  await phone.getByRole('checkbox', { name: 'Pain' }).check()
  await phone
    .getByLabel(/In your own words/)
    .first()
    .fill(`I take ${secret}`)
  await expect.poll(() => countEncryptedDrafts(phone)).toBeGreaterThan(0)
  expect(await storedText(phone)).not.toContain(secret)
  await button(phone, 'Continue').click()
  await button(phone, 'Ask a question').click()
  await phone.getByLabel('Your question', { exact: true }).fill(`And ${secret}?`)
  await expect.poll(() => countEncryptedDrafts(phone)).toBeGreaterThan(0)
  expect(await storedText(phone)).not.toContain(secret)

  await readToTheEnd(phone, await sendConsent(page))
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin Zopiclone-Reed')
  await drawSignature(phone)
  await phone.context().setOffline(true)
  await button(phone, 'Sign and send').click()
  await expect(heading(phone)).toHaveText('Saved on this phone')
  await phone.reload()
  await expect(heading(phone)).toHaveText('Saved on this phone')
  expect(await storedText(phone)).not.toMatch(/zopiclone/i)
  await phone.context().setOffline(false)
  await expect(heading(phone)).toHaveText('Your consent is signed')
  await expect.poll(() => phone.evaluate('Object.keys(localStorage).join()')).not.toContain('candour.outbox')
})

type Writing = {
  what: string
  pathOf(of: { consentId: string; patientId: string }): string
  /** What is pressed before the field is there. */
  open?(page: Page): Promise<void>
  /** What was begun is open after a reload by itself. */
  staysOpen?: true
  field(page: Page): Locator
}
/** Where staff write of somebody’s health. */
const writings: Writing[] = [
  {
    what: 'the details of a new patient',
    pathOf: () => '/clinic/patients/new',
    field: (page) => page.getByRole('textbox', { name: /^Notes/ }),
  },
  {
    what: 'a note',
    pathOf: ({ patientId }) => `/clinic/patients/${patientId}?view=notes`,
    field: (page) => page.getByLabel('New note'),
  },
  {
    what: 'a medical history',
    pathOf: ({ patientId }) => `/clinic/patients/${patientId}/history`,
    open: (page) =>
      page
        .getByRole('radiogroup', { name: /^Warfarin/ })
        .getByRole('radio', { name: 'Yes' })
        .check(),
    field: (page) => page.getByLabel('INR (optional)', { exact: true }),
  },
  {
    what: 'a new consent',
    pathOf: () => '/clinic/consents/new',
    open: beginDiagnosis,
    field: (page) => page.getByRole('textbox', { name: 'Diagnosis' }),
  },
  {
    what: 'a clinical note',
    pathOf: () => '/clinic/consents/ai-generate',
    field: (page) => page.getByLabel('Clinical note'),
  },
  {
    what: 'a conversation',
    pathOf: ({ consentId }) => `/clinic/consents/${consentId}?section=conversation`,
    open: (page) => button(page, 'Record a conversation').click(),
    field: (page) => page.getByRole('dialog').getByLabel('Topics discussed'),
  },
  {
    what: 'an answer',
    pathOf: ({ consentId }) => `/clinic/consents/${consentId}?section=conversation`,
    field: (page) => page.getByRole('region', { name: 'Questions' }).getByLabel('Your answer'),
  },
  {
    what: 'an assessment of capacity',
    pathOf: ({ consentId }) => `/clinic/consents/${consentId}/capacity`,
    open: (page) => page.getByRole('button', { name: /^Assess/ }).click(),
    staysOpen: true,
    field: (page) => page.getByRole('textbox', { name: 'Why is capacity in doubt?' }),
  },
  {
    what: 'an appointment',
    pathOf: () => '/clinic?who=all',
    open: (page) => page.getByRole('button', { name: 'Add appointment' }).first().click(),
    field: (page) => page.getByRole('dialog').getByLabel(/^Note/),
  },
  {
    what: 'an incident',
    pathOf: () => '/clinic/cqc/incidents',
    open: (page) => button(page, 'Record incident').click(),
    field: (page) => page.getByRole('dialog').getByLabel('What happened'),
  },
]

test('what staff type of somebody’s health outlives a reload, and nothing readable of it stands in the browser', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Amara')
  const sent = await sendConsent(page)
  await openQuestions(phone, sent)
  await phone.getByLabel('Your question', { exact: true }).fill('Will it hurt?')
  await phone.getByLabel('I want the answer before I sign').check()
  await button(phone, 'Send my question').click()
  await expect(phone.getByText('Your question has been sent to the practice.')).toBeVisible()
  const consent = await page.request.get(`/api/clinic/consents/${sent.consentId}`)
  const { patient } = (await consent.json()) as { patient: { id: string } }
  const of = { consentId: sent.consentId, patientId: patient.id }
  for (const { what, pathOf, open, staysOpen, field } of writings)
    await test.step(what, async () => {
      await page.goto(pathOf(of))
      await open?.(page)
      await field(page).fill(`Takes ${secret}`)
      await expect.poll(() => countEncryptedDrafts(page)).toBeGreaterThan(0)
      expect(await storedText(page)).not.toContain(secret)
      await page.reload()
      if (!staysOpen) await open?.(page)
      await expect(field(page)).toHaveValue(`Takes ${secret}`)
      expect(await storedText(page)).not.toContain(secret)
    })
})
