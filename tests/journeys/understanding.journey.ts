import type { Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  fillBirthDate,
  sendConsent,
  test,
  type SentConsent,
  openSection,
} from './journey.ts'

type Question = {
  id: string
  question: string
  answers: { text: string; right: boolean }[]
  explanation: string
}

const heading = (phone: Page) => phone.getByRole('heading', { level: 1 })
const press = (phone: Page, name: string | RegExp) => phone.getByRole('button', { name }).click()

/** The questions that were frozen with a consent, as staff read them. */
async function questionsOf(page: Page, { consentId }: SentConsent): Promise<Question[]> {
  const answer = await page.request.get(`/api/clinic/consents/${consentId}`)
  return ((await answer.json()) as { content: { understanding: { questions: Question[] } } }).content
    .understanding.questions
}

async function openQuestions(phone: Page, { url, dateOfBirth }: SentConsent): Promise<void> {
  await phone.goto(url)
  await fillBirthDate(phone, dateOfBirth)
  await press(phone, 'Continue')
  await press(phone, 'Show everything on one page')
  await press(phone, 'I have read this')
}

async function choose(phone: Page, { question, answers }: Question, right: boolean): Promise<void> {
  await expect(heading(phone)).toHaveText(question)
  const { text } = answers.find((answer) => answer.right === right)!
  await phone.getByRole('radio', { name: text, exact: true }).check()
  await press(phone, 'Check my answer')
}

const attemptsOf = async (page: Page, { consentId }: SentConsent): Promise<(string | null)[]> => {
  const answer = await page.request.get(`/api/clinic/consents/${consentId}/understanding`)
  const { entries } = (await answer.json()) as { entries: { question: string | null }[] }
  return entries.map(({ question }) => question)
}

test('what was not clear is explained, asked once more, and talked through by the dentist', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  const questions = await questionsOf(page, sent)
  const [first, second, ...others] = questions as [Question, Question, ...Question[]]

  await test.step('A wrong answer opens the explanation, with a way back to the text', async () => {
    await openQuestions(phone, sent)
    await expect(heading(phone)).toHaveText(first.question)
    await expect(phone.getByText('This is not a test.')).toBeVisible()
    for (const radio of await phone.getByRole('radio').all()) await expect(radio).not.toBeChecked()
    await press(phone, 'Check my answer')
    await expect(phone.getByRole('alert')).toContainText('Choose an answer')
    await expectAccessible(phone)
    await choose(phone, first, false)
    await expect(phone.getByText('Not quite')).toBeVisible()
    await expect(phone.getByText(first.explanation)).toBeVisible()
    await expectAccessible(phone)
    await press(phone, /^Read this part again/)
    await expect(heading(phone)).not.toHaveText(first.question)
    await press(phone, 'Back')
    await expect(phone.getByText('Not quite')).toBeVisible()
  })

  await test.step('Wrong twice goes on kindly, and a reload stays there', async () => {
    await choose(phone, first, false)
    await expect(phone.getByText('This one is not easy')).toBeVisible()
    await expectAccessible(phone)
    await expect.poll(() => attemptsOf(page, sent)).toEqual([first.id, first.id])
    await phone.reload()
    await expect(phone.getByText('This one is not easy')).toBeVisible()
    await press(phone, 'Continue')
  })

  await test.step('An answer given without a connection is kept and sent once', async () => {
    await expect(heading(phone)).toHaveText(second.question)
    await phone.context().setOffline(true)
    await choose(phone, second, true)
    await expect(phone.getByText('Yes, that is right')).toBeVisible()
    await expect(phone.getByText('Your answers are safe on this phone.')).toBeVisible()
    await phone.context().setOffline(false)
    await expect(phone.getByText('Your answers are safe on this phone.')).toBeHidden()
    expect(await attemptsOf(page, sent)).toEqual([first.id, first.id, second.id])
    await press(phone, 'Continue')
  })

  await test.step('By keyboard alone, and what they would rather talk about is noted', async () => {
    const last = others.at(-1)!
    for (const question of others.slice(0, -1)) {
      await expect(heading(phone)).toHaveText(question.question)
      const right = question.answers.findIndex((answer) => answer.right)
      await phone.getByRole('radio').first().focus()
      await phone.keyboard.press('Space')
      for (let step = 0; step < right; step++) await phone.keyboard.press('ArrowDown')
      await phone.getByRole('button', { name: 'Check my answer' }).focus()
      await phone.keyboard.press('Enter')
      await expect(phone.getByText('Yes, that is right')).toBeVisible()
      await phone.getByRole('button', { name: 'Continue' }).focus()
      await phone.keyboard.press('Enter')
    }
    await expect(heading(phone)).toHaveText(last.question)
    await press(phone, 'I would rather talk about this')
    await expect(phone.getByText('Let us talk about it')).toBeVisible()
    await press(phone, 'Continue')
  })

  await test.step('In their own words, kept over a reload, and signed', async () => {
    await expect(heading(phone)).toHaveText('Tell us in your own words what will happen')
    await expect(
      phone.getByText(`You have ${questions.length - 2} of ${questions.length} right.`),
    ).toBeVisible()
    await phone.getByLabel('What do you think will happen?').fill('You fill the hole in my tooth.')
    await phone.reload()
    await expect(phone.getByLabel('What do you think will happen?')).toHaveValue(
      'You fill the hole in my tooth.',
    )
    await expectAccessible(phone)
    await press(phone, 'Continue')
    await expect(heading(phone)).toHaveText('Before you sign')
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').fill('Robin')
    await drawSignature(phone)
    await press(phone, 'Sign and send')
    await expect(heading(phone)).toHaveText('Your consent is signed')
  })

  await test.step('The dentist sees it on the consent, and notes what they explained', async () => {
    await page.goto(`/clinic/consents/${sent.consentId}`)
    await openSection(page, 'Understanding and conversation')
    const panel = page.getByRole('region', { name: 'Understanding' })
    await expect(panel.getByText('Something is not clear to the patient.')).toBeVisible()
    await expect(panel.getByText('Wrong twice')).toBeVisible()
    await expect(panel.getByText('Prefers to talk', { exact: true })).toBeVisible()
    await expect(panel.getByText('You fill the hole in my tooth.')).toBeVisible()
    await panel.getByRole('button', { name: 'Save explanation' }).click()
    await expect(panel.getByText('Enter what you explained')).toBeVisible()
    await expectAccessible(page)
    await panel.getByLabel('What you explained').fill('Went through both with a mirror; Robin said it back.')
    await panel.getByRole('button', { name: 'Save explanation' }).click()
    await expect(page.getByText('Explanation recorded.')).toBeVisible()
    await expect(panel.getByText(`${questions.length - 2} of ${questions.length} right.`)).toBeVisible()
    await expectAccessible(page)
    await openSection(page, 'Audit')
    await expect(page.getByText('Unclear points were discussed')).toBeVisible()
    await expectAccessible(page)
  })
})

type Opened = { content: { understanding: { isBeforeSigning: boolean } } }

test('where the practice asks first, signing waits, and nobody is locked out', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  // The practices of the demo are shared, so this one text alone says that the questions come first.
  const ofConsent = `**/api/patient/consents/${sent.consentId}`
  for (const address of ['**/api/patient/links/*/verification', ofConsent])
    await phone.route(address, async (route) => {
      const answer = await route.fetch()
      const told = (await answer.json()) as Opened & { consent?: Opened }
      ;(told.consent ?? told).content.understanding.isBeforeSigning = true
      await route.fulfill({ response: answer, json: told })
    })
  await openQuestions(phone, sent)
  await expect(phone.getByRole('button', { name: 'Check my answer' })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Go on without these questions' })).toBeHidden()
  await phone.evaluate((id) => sessionStorage.setItem(`candour:step:${id}`, 'confirm'), sent.consentId)
  await phone.reload()
  await expect(heading(phone)).toHaveText('Before you sign')
  await expect(phone.getByText('A few questions first')).toBeVisible()
  await expectAccessible(phone)
  await press(phone, 'Go to the questions')
  await press(phone, 'I would rather talk about all of it')
  await expect(phone.getByText('Let us talk about it')).toBeVisible()
  await press(phone, 'Continue')
  await press(phone, 'Continue')
  await expect(heading(phone)).toHaveText('Before you sign')
  await expect(phone.getByText('A few questions first')).toBeHidden()
  await confirmEverything(phone)
})

test('the questions read from right to left as the pages do, with their own words in English', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  const [first] = await questionsOf(page, sent)
  await openQuestions(phone, sent)
  await phone.getByLabel('Language').selectOption({ label: 'العربية' })
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(heading(phone)).toHaveText(first!.question)
  await expect(heading(phone)).toHaveAttribute('lang', 'en')
  await expectAccessible(phone)
})
