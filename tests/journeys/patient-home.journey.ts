import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  fillBirthDate,
  skipQuestions,
  sendConsent,
  test,
} from './journey.ts'

/** The links to their own page that went out to an address, oldest first: read from the outbox, as a patient would. */
function homeLinksFor(email: string): string[] {
  const folder = path.join(process.env.JOURNEY_DATA!, 'outbox')
  const mails = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll('=\r\n', ''))
  return mails
    .filter((mail) => mail.includes(`To: ${email}`))
    .flatMap((mail) => /https?:\/\/\S+\/patient#[\w-]{43}/.exec(mail)?.[0] ?? [])
}

/** Asks for a link and answers it, once it has come. */
async function askForLink(phone: Page, email: string): Promise<string> {
  const before = homeLinksFor(email).length
  await phone.goto('/patient')
  await phone.getByLabel('E-mail address').fill(email)
  await phone.getByRole('button', { name: 'Send me a link' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail')
  await expect.poll(() => homeLinksFor(email).length).toBe(before + 1)
  return homeLinksFor(email).at(-1)!
}

async function proveBirthDate(phone: Page, date: string): Promise<void> {
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('What is your date of birth?')
  await fillBirthDate(phone, date)
  await phone.getByRole('button', { name: 'Continue' }).click()
}

test('a patient opens their own page by e-mail and date of birth, signs, keeps a copy and finishes', async ({
  page,
  phone,
  signIn,
}) => {
  const email = `robin-${randomUUID().slice(0, 8)}@example.org`
  await signIn(page, 'Priya')
  const { dateOfBirth } = await sendConsent(page, { email })

  await phone.goto('/patient')
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Send me a link' }).click()
  await expect(phone.getByRole('alert')).toContainText('Enter your e-mail address')
  await expect(phone.getByRole('alert')).toBeFocused()
  const link = await askForLink(phone, email)
  await expectAccessible(phone)

  await phone.goto('about:blank')
  await phone.goto(link)
  await expect(phone.getByText('Robin')).toHaveCount(0)
  await expectAccessible(phone)
  await proveBirthDate(phone, '1976-09-30')
  await expect(phone.getByRole('alert')).toContainText('You can try 4 more times')
  await proveBirthDate(phone, dateOfBirth)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Robin, these are your forms')
  expect(new URL(phone.url()).hash).toBe('')
  await expectAccessible(phone)

  await phone.reload()
  await phone.getByRole('button', { name: /^Read and sign/ }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your treatment')
  await phone.getByRole('button', { name: 'Show everything on one page' }).click()
  await phone.getByRole('button', { name: 'I have read this' }).click()
  await skipQuestions(phone)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Before you sign')
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin Journey')
  await drawSignature(phone)
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(phone.getByText('Your copy is ready')).toBeVisible()

  await phone.goto('/patient')
  await expect(phone.getByText('Signed', { exact: true })).toBeVisible()
  const [copy] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('button', { name: /^Download your copy/ }).click(),
  ])
  expect(readFileSync(await copy.path(), 'latin1')).toMatch(/^%PDF-/)
  await expectAccessible(phone)

  const consentPage = phone.waitForURL(/\/consent\//)
  await phone.getByRole('button', { name: /^Read:/ }).click()
  await consentPage
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent form')
  const readAddress = phone.url()
  await phone.goBack()
  await phone.getByRole('button', { name: 'Finish' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your page is closed')
  await expectAccessible(phone)
  await phone.goto(readAddress)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Open this form with your link')

  await phone.goto(link)
  await proveBirthDate(phone, dateOfBirth)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  await expectAccessible(phone)
})

test('twins who share an address are told apart by the first name', async ({ page, phone, signIn }) => {
  const email = `twins-${randomUUID().slice(0, 8)}@example.org`
  await signIn(page, 'Priya')
  await sendConsent(page, { email })
  const twin = { firstName: 'Alex', lastName: 'Journey', dateOfBirth: '1975-09-30', email }
  const headers = { 'idempotency-key': randomUUID() }
  expect((await page.request.post('/api/clinic/patients', { data: twin, headers })).ok()).toBe(true)

  await phone.goto(await askForLink(phone, email))
  await proveBirthDate(phone, twin.dateOfBirth)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('What is the first name?')
  await expectAccessible(phone)
  await phone.getByLabel('First name').fill('Sam')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('alert')).toContainText('The first name does not match our record')
  await phone.getByLabel('First name').fill('alex')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByText('There is nothing here yet')).toBeVisible()
  await expectAccessible(phone)
})
