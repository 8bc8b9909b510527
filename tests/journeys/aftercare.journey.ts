import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  confirmEverything,
  expect,
  expectAccessible,
  expectDialogAccessible,
  fillBirthDate,
  readToTheEnd,
  sendConsent,
  test,
  type SentConsent,
  openSection,
} from './journey.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Signs a consent on the phone, with the name typed. */
async function sign(phone: Page, sent: SentConsent): Promise<void> {
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await phone.getByLabel('Type my name').check()
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(heading(phone)).toHaveText('Your consent is signed')
}

/** The page after the treatment, by the same link: this browser goes on where it was left. */
const afterVisit = ({ url }: SentConsent) => url.replace('sign-consent', 'after-visit')

test('a worried patient is told at once what to do, and the practice hears of it though the line was lost', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  await sign(phone, sent)

  await test.step('The dentist says that the treatment is done', async () => {
    await page.goto(`/clinic/consents/${sent.consentId}`)
    await openSection(page, 'After treatment')
    const panel = page.getByRole('region', { name: 'After the treatment' })
    await panel.getByRole('button', { name: 'Treatment done' }).click()
    await expectDialogAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Record as done' }).click()
    await expect(panel.getByText(/Next message: on day 1/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('The patient reads the advice of their own text', async () => {
    await phone.goto(afterVisit(sent))
    await expect(heading(phone)).toHaveText('After your treatment')
    await expect(phone.getByRole('heading', { name: 'Aftercare Instructions' })).toBeVisible()
    await expect(phone.getByRole('heading', { name: 'Who to call' })).toBeVisible()
    await expectAccessible(phone)
  })

  await page.goto('/clinic?who=all')
  await expect(heading(page)).toBeVisible()
  await page.evaluate('window.stillThePage = true')
  const urgent = page.getByRole('alert').filter({ hasText: sent.lastName })

  await test.step('Without a connection they are told to call 999 all the same', async () => {
    await phone.context().setOffline(true)
    await phone.getByRole('button', { name: 'I’m worried' }).click()
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByRole('alert')).toContainText('Choose what worries you')
    await expectAccessible(phone)
    await phone.getByLabel('Bleeding', { exact: true }).check()
    await phone.getByRole('button', { name: 'Continue' }).click()
    await phone.getByLabel('Yes').check()
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(phone)).toHaveText('Get help now')
    await expect(phone.getByRole('link', { name: 'Call 999' })).toHaveAttribute('href', 'tel:999')
    await expect(phone.getByText('You are not online')).toBeVisible()
    await expectAccessible(phone)
    await expect(urgent).toHaveCount(0)
  })

  await test.step('Back online it is told once, and shows on the open screen by itself', async () => {
    await phone.context().setOffline(false)
    await expect(phone.getByText('Your practice has what you told us.')).toBeVisible()
    await expect(urgent).toContainText('Bleeding')
    expect(await page.evaluate('window.stillThePage')).toBe(true)
    await expectAccessible(page)
  })

  await test.step('The dentist writes down what was done, and the patient sees that it was', async () => {
    await urgent.getByRole('link', { name: `Robin ${sent.lastName}` }).click()
    const panel = page.getByRole('region', { name: 'After the treatment' })
    await panel.getByRole('button', { name: 'Record what you did' }).click()
    const dialog = page.getByRole('dialog', { name: 'What did you do?' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Choose the outcome')
    await dialog.getByLabel('Spoke to the patient').check()
    await dialog.getByLabel('What you did').fill('Pressed, and it stopped')
    await expectDialogAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(panel.getByText('Pressed, and it stopped')).toBeVisible()
    await phone.goto(afterVisit(sent))
    await expect(phone.getByText('Your practice has dealt with it')).toBeVisible()
    await expect(phone.getByText('Pressed, and it stopped')).toHaveCount(0)
    await phone.getByRole('button', { name: 'Stop these messages' }).click()
    await expect(phone.getByText('You will get no more of these messages.')).toBeVisible()
    await expectAccessible(phone)
  })
})

test('some weeks later a patient says how it went', async ({ page, phone, signIn }) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  await sign(phone, sent)
  const doneAt = new Date(Date.now() - 40 * 24 * 3_600_000).toISOString()
  const done = await page.request.post(`/api/clinic/consents/${sent.consentId}/treatments-done`, {
    data: { places: [0], doneAt },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(done.ok(), await done.text()).toBe(true)

  // On a browser that has never seen it, the birth date comes first.
  await phone.evaluate('sessionStorage.clear()')
  await phone.context().clearCookies()
  await phone.goto(afterVisit(sent))
  await fillBirthDate(phone, sent.dateOfBirth)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(phone)).toHaveText('After your treatment')
  await expect(phone.getByRole('heading', { name: 'How did it go?' })).toBeVisible()
  await phone.getByRole('button', { name: 'Send my answers' }).click()
  await expect(phone.getByRole('alert')).toContainText('Choose an answer')
  await expectAccessible(phone)
  for (const question of ['I knew enough', 'I had enough time', 'It went as', 'I would make', 'I regret'])
    await phone
      .getByRole('group', { name: new RegExp(`^${question}`) })
      .getByLabel(question === 'I regret' ? 'Not at all' : 'Yes, fully')
      .check()
  await phone.getByLabel('Is there anything else').fill('All good, thank you')
  await phone.getByRole('button', { name: 'Send my answers' }).click()
  await expect(phone.getByText('Thank you for telling us.')).toBeVisible()

  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'After treatment')
  const panel = page.getByRole('region', { name: 'After the treatment' })
  await expect(panel.getByText('All good, thank you')).toBeVisible()
  await expectAccessible(page)
})

test('a practice changes what it sends after treatments', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  await page.goto('/clinic/settings?section=messages')
  const panel = page.getByRole('region', { name: 'Aftercare messages' })
  await panel.getByText('Hours and days of each treatment').click()
  const days = panel.getByRole('group', { name: 'Dentures' }).getByLabel('Days after')
  const before = await days.inputValue()
  await days.fill('soon')
  await panel.getByRole('button', { name: 'Save aftercare' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Dentures: enter at most')
  await expectAccessible(page)
  await days.fill('2, 5')
  await panel.getByRole('button', { name: 'Save aftercare' }).click()
  await expect(page.getByText('Aftercare saved.')).toBeVisible()
  await page.reload()
  await panel.getByText('Hours and days of each treatment').click()
  await expect(days).toHaveValue('2, 5')
  await days.fill(before)
  await panel.getByRole('button', { name: 'Save aftercare' }).click()
  await expect(page.getByText('Aftercare saved.')).toBeVisible()
})
