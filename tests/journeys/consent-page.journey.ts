import type { Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  expectDialogAccessible,
  fillBirthDate,
  openSection,
  readForm,
  readToTheEnd,
  sendConsent,
  test,
} from './journey.ts'
import { countSteps, tellSteps } from './step-count.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Three screens of a laptop and five of a phone. */
const windows = [
  { width: 1280, height: 800, tallest: 2400 },
  { width: 390, height: 844, tallest: 4220 },
]

const parts = [
  'Overview',
  'Text',
  'Understanding and conversation',
  'Signatures',
  'Documents and evidence',
  'Messages and links',
  'After treatment',
  'Audit',
]

/** Writes down a conversation that took place a moment ago. */
async function recordConversation(page: Page, steps: ReturnType<typeof countSteps>): Promise<void> {
  await steps.choose(button(page, 'Record a conversation'))
  const dialog = page.getByRole('dialog', { name: 'Record a conversation' })
  const when = dialog.getByLabel('Date and time')
  await expect(when).toHaveValue('')
  await steps.press(dialog.getByRole('button', { name: 'Now' }))
  await expect(when).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  await expectDialogAccessible(page)
  await steps.choose(dialog.getByLabel('In person'))
  await steps.press(dialog.getByLabel('Topics discussed'))
  await steps.write('The filling, its risks and other ways to go.')
  await steps.choose(dialog.getByLabel('The patient explained it back'))
  await steps.press(dialog.getByRole('button', { name: 'Record conversation' }))
  await expect(dialog).toBeHidden()
}

test('a signed consent’s page says how it went, what is unusual and what is next, on a few screens', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Somebody Else')
  await drawSignature(phone)
  await button(phone, 'Sign and send').click()
  const differs = phone.getByRole('alertdialog').getByRole('button').last()
  await expect(heading(phone).filter({ hasText: 'Your consent is signed' }).or(differs).first()).toBeVisible()
  if (await differs.isVisible()) await differs.click()
  await expect(heading(phone)).toHaveText('Your consent is signed')

  await test.step('The overview flags what a careful reader would ask about', async () => {
    await page.goto(`/clinic/consents/${sent.consentId}`)
    await expect(page.getByText('Next: record the conversation, then countersign.')).toBeVisible()
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await expect(attention.getByText('Signer’s name differs', { exact: true })).toBeVisible()
    await expect(attention.getByText(/^Read for \d+ s$/)).toBeVisible()
    await expect(attention.getByText('Questions not answered', { exact: true })).toBeVisible()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText(/^Signed by Somebody Else/)).toBeVisible()
    await expect(timeline.getByText(/after it was first opened/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('Its parts are reached by keyboard', async () => {
    const nav = page.getByRole('navigation', { name: 'Parts of this consent' })
    await nav.getByRole('link', { name: 'Overview' }).focus()
    await page.keyboard.press('Tab')
    await expect(nav.getByRole('link', { name: 'Text' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/section=text$/)
    await expect(page.getByRole('heading', { name: 'What the patient reads' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  })

  const own = page.viewportSize()!
  for (const { width, height, tallest } of windows)
    await test.step(`No part is taller than ${tallest} pixels at ${width}x${height}`, async () => {
      await page.setViewportSize({ width, height })
      for (const part of parts) {
        await openSection(page, part)
        await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
        const tall = await page.locator('html').evaluate((html) => html.scrollHeight)
        expect(tall, `${part} at ${width}`).toBeLessThanOrEqual(tallest)
      }
    })
  await page.setViewportSize(own)

  await test.step('All of it stands on one page, to be printed', async () => {
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Show all on one page' }).click()
    for (const name of ['Timeline', 'Signatures', 'What the patient reads', 'Links', 'Event log'])
      await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('The evidence has a name with patient and date', async () => {
    await page.goto(`/clinic/consents/${sent.consentId}`)
    const steps = countSteps(page)
    await steps.choose(page.getByRole('link', { name: 'Documents and evidence', exact: true }))
    tellSteps('from a consent to its evidence', steps, 5)
    const link = page.getByRole('link', { name: 'Download the evidence (ZIP)' })
    const path = (await link.getAttribute('href'))!
    const evidence = async () => page.request.get(path)
    await expect.poll(async () => (await evidence()).status()).toBe(200)
    const said = (await evidence()).headers()['content-disposition']!
    const name = decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(said)![1]!)
    expect(name).toMatch(
      new RegExp(`^Consent evidence – ${sent.lastName}, Robin – \\d{4}-\\d\\d-\\d\\d\\.zip$`),
    )
  })
})

test('after the patient gives the tablet back, the clinician lands on countersigning and finishes', async ({
  page,
  signIn,
  demo,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  await page.goto(`/clinic/consents/${sent.consentId}`)
  await button(page, 'Hand over').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over', exact: true }).click()
  await expect(page).toHaveURL(/\/kiosk\//)
  await fillBirthDate(page, sent.dateOfBirth)
  await button(page, 'Continue').click()
  await page.getByRole('button', { name: /Read this form/ }).click()
  await readForm(page)
  await confirmEverything(page)
  await page.getByLabel('Your full name').fill(`Robin ${sent.lastName}`)
  await drawSignature(page)
  await button(page, 'Sign and send').click()
  const unlock = button(page, 'Unlock this tablet')
  const back = button(page, 'Give the tablet back')
  await expect(unlock.or(back).first()).toBeVisible()
  if (await back.isVisible()) await back.click()
  await unlock.click()
  const { password } = demo.accounts.find(({ name }) => name.startsWith('Tom'))!
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Unlock').click()
  await expect(page).toHaveURL(new RegExp(`/clinic/sign-consent/${sent.consentId}$`))

  const steps = page.getByRole('list', { name: 'Steps to countersigning' })
  await expect(steps.getByText('None recorded yet.')).toBeVisible()
  await expect(steps.getByText('History reviewed')).toBeVisible()
  await expect(button(page, 'Record a conversation')).toBeInViewport()
  await expectAccessible(page)
  const work = countSteps(page)
  await recordConversation(page, work)
  await expect(steps.getByText('Conversation recorded, done')).toBeVisible()
  await expect(button(page, 'Countersign')).toBeInViewport()
  await expectAccessible(page)
  await work.press(page.getByLabel('Your full name'))
  await work.enter()
  tellSteps('conversation recorded and countersigned', work, 40)
  await expect(page.getByText('Both signatures are in the record.')).toBeVisible()
  await expect(page.getByText('Both signatures are in the record.')).toBeInViewport()
})
