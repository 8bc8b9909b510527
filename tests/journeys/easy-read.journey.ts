import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  confirmEverything,
  consentParts,
  draftConsent,
  drawSignature,
  expect,
  expectAccessible,
  fillBirthDate,
  sendConsent,
  skipQuestions,
  startReading,
  test,
} from './journey.ts'

type EasyReadWords = Record<
  'title' | 'note' | 'draft' | 'signed' | 'isOn' | 'isOff' | 'on' | 'off' | 'next' | 'english',
  string
>

const wordsOf = (language: string) =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, `../../build/content/words.${language}.json`), 'utf8'),
  ) as { easyRead: EasyReadWords; readingAids: { listen: string }; reading: { everything: string } }
const words = wordsOf('en')
const easyRead = words.easyRead

const heading = (phone: Page) => phone.getByRole('heading', { level: 1 })
const press = (phone: Page, name: string) => phone.getByRole('button', { name, exact: true }).click()

/** Goes on through one part's pages in Easy Read, each with a symbol beside every idea, and gives their questions. */
async function readPart(phone: Page, part: number): Promise<string[]> {
  const asked: string[] = []
  const progress = phone.getByText(`Part ${part} of ${consentParts.length}`)
  while (await progress.isVisible()) {
    const question = await heading(phone).innerText()
    asked.push(question)
    const ideas = phone.locator('.easy-read-line')
    await expect(ideas.first()).toBeVisible()
    await expect(phone.locator('main li svg')).toHaveCount(await ideas.count())
    await press(phone, easyRead.next)
    await expect(heading(phone)).not.toHaveText(question)
  }
  return asked
}

test('somebody reads in Easy Read, looks at the full form, and signs it with every step', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page, { reading: { format: 'easy-read' } })
  await phone.goto(sent.url)
  await fillBirthDate(phone, sent.dateOfBirth)
  await press(phone, 'Continue')

  await expect(phone.getByRole('heading', { name: easyRead.title })).toBeVisible()
  await expect(phone.getByText(easyRead.draft)).toBeVisible()
  await expect(phone.getByText(easyRead.isOn)).toBeVisible()
  await expectAccessible(phone)
  await press(phone, easyRead.off)
  await expect(phone.getByText(easyRead.isOff)).toBeVisible()
  await press(phone, easyRead.on)
  await startReading(phone)

  await expect(heading(phone)).toHaveText('What is wrong with my tooth?')
  await expect(phone.getByRole('button', { name: words.readingAids.listen, exact: true })).toBeVisible()
  const points = await phone.evaluate<number>(
    `Number.parseFloat(getComputedStyle(document.querySelector('.easy-read-line')).fontSize) * 72 / 96`,
  )
  expect(points).toBeGreaterThanOrEqual(14)
  await expectAccessible(phone)
  await press(phone, easyRead.off)
  await expect(heading(phone)).toHaveText('Treatment Description')
  await press(phone, easyRead.on)
  expect(await readPart(phone, 1)).toEqual([
    'What is wrong with my tooth?',
    'What do we want to do?',
    'What will happen?',
  ])
  await press(phone, 'Back')
  await expect(heading(phone)).toHaveText('What is wrong with my tooth?')
  await readPart(phone, 1)

  const risks = await readPart(phone, 2)
  expect(risks).toContain('What rarely goes wrong?')
  for (const part of [3, 4, 5, 6]) expect((await readPart(phone, part)).length).toBeGreaterThan(0)
  await skipQuestions(phone)
  await expect(phone.getByText(easyRead.signed)).toBeVisible()
  await expectAccessible(phone)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await drawSignature(phone)
  await press(phone, 'Sign and send')
  await expect(heading(phone)).toHaveText('Your consent is signed')

  const record = await page.request.get(`/api/clinic/consents/${sent.consentId}`)
  const { content } = (await record.json()) as {
    content: { sections: { content: string; easyRead?: { status: string; pages: object[] } }[] }
  }
  expect(content.sections.map((section) => section.easyRead?.status)).toEqual(consentParts.map(() => 'draft'))
  expect(content.sections.every((section) => section.content.length > 0)).toBe(true)
})

test('a form that was sent as it is has no Easy Read, and one in Polish says that its is English', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const plain = await sendConsent(page)
  await phone.goto(plain.url)
  await fillBirthDate(phone, plain.dateOfBirth)
  await press(phone, 'Continue')
  await startReading(phone)
  await expect(heading(phone)).toHaveText('Treatment Description')
  await expect(phone.getByRole('button', { name: easyRead.on })).toHaveCount(0)

  const sent = await sendConsent(page, { reading: { format: 'easy-read' } })
  await phone.goto(sent.url)
  await fillBirthDate(phone, sent.dateOfBirth)
  await press(phone, 'Continue')
  await phone.getByLabel('Language').selectOption({ label: 'Polski' })
  const polish = wordsOf('pl').easyRead
  await expect(phone.getByText(polish.english)).toBeVisible()
  await expectAccessible(phone)
})

test('staff see which form has an Easy Read before it is sent', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  const plain = await draftConsent(page)
  await page.goto(`/clinic/consents/${plain}`)
  await expect(page.getByText('Available for Composite Filling.')).toBeVisible()
  const chosen = await draftConsent(page, { reading: { format: 'easy-read' } })
  await page.goto(`/clinic/consents/${chosen}`)
  await expect(page.getByText('The patient can read Composite Filling in Easy Read.')).toBeVisible()
  await expectAccessible(page)
})
