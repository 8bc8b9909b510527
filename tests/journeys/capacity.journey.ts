import type { Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  readToTheEnd,
  sendConsent,
  test,
  openSection,
} from './journey.ts'

/** Chooses an answer, and writes beside it where something is to be written. */
async function answer(page: Page, question: string, option: string, note?: string): Promise<void> {
  const group = page.getByRole('group', { name: question })
  await group.getByText(option, { exact: true }).click()
  if (note) await group.locator('xpath=..').getByRole('textbox').fill(note)
}

const write = (page: Page, question: string, words: string) =>
  page.getByRole('textbox', { name: question }).fill(words)

const record = (page: Page, what: 'assessment' | 'decision') =>
  page.getByRole('button', { name: `Record the ${what}` }).click()

type Found = { weigh: 'Yes' | 'No' }

/** What comes before the conclusion; where the patient cannot weigh it, why. */
async function fillAssessment(page: Page, { weigh }: Found): Promise<void> {
  await page.getByLabel('When', { exact: true }).fill('2026-01-05T10:00')
  await write(page, 'Why is capacity in doubt?', 'Asked the same question several times within minutes.')
  await answer(page, 'Is the doubt based on more', 'Yes')
  await write(
    page,
    'What the patient was told',
    'The filling, why it helps, its risks, other ways, and waiting.',
  )
  await answer(page, 'Can the decision wait?', 'For some days')
  await answer(page, 'Could the patient become able to decide this?', 'No')
  await answer(page, 'What was done to help the patient decide?', 'Pictures, models or a video')
  const heard = 'Asked for it in their own words, and heard it.'
  await answer(page, 'Can the patient understand what matters', 'Yes', heard)
  await answer(page, 'Can the patient keep it in mind', 'Yes', heard)
  await answer(page, 'Can the patient use or weigh it', weigh, heard)
  await answer(page, 'Can the patient communicate their decision', 'Yes', heard)
  await answer(page, 'Was the conclusion explained to the patient?', 'Yes', 'They were content with it.')
  await page.getByText('I reasonably believe that this is so.').click()
}

/** The assessment is of today: one of long ago carries nothing. */
async function assessToday(page: Page, found: Found): Promise<void> {
  await page.getByRole('button', { name: /^Assess/ }).click()
  await fillAssessment(page, found)
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await expect(page.getByLabel('When', { exact: true })).not.toHaveValue('2026-01-05T10:00')
}

const conclusion = 'Your conclusion, on the balance of probabilities'

async function fillDecision(page: Page): Promise<void> {
  await answer(page, 'Is the patient likely to become able', 'No')
  await write(page, 'What the patient wishes and feels', 'Has always wanted to keep their teeth.')
  await write(page, 'Beliefs and values', 'None that bear on this.')
  await write(page, 'How the patient was helped to take part', 'Held the mirror, chose the time of day.')
  await answer(page, 'Does the patient object today', 'No')
  await answer(page, 'Is there an advance decision', 'None is known', 'Asked the family and the surgery.')
  await answer(page, 'Is there an attorney', 'None is known')
  await answer(page, 'Has a court appointed a deputy', 'None is known')
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lane')
  await write(page, 'Relationship to the patient', 'Sister')
  await write(page, 'Their views, and how and when given', 'Here today: would want it filled.')
  const ways = page.getByRole('group', { name: 'Options considered' })
  await expect(ways.getByLabel('Treatment option').first()).toHaveValue('Composite Filling')
  await ways.getByRole('button', { name: 'Remove option 3' }).click()
  for (const place of [0, 1]) {
    await ways.getByLabel('Benefits').nth(place).fill('An end to the pain, or no visit.')
    await ways.getByLabel('Burdens and risks').nth(place).fill('One visit, or pain that goes on.')
  }
  await write(page, 'Arguments for and against the decision', 'It ends the pain; it is one visit.')
  await page.getByText('It is not based only on age').click()
  await write(page, 'Less restrictive options', 'Waiting leaves them in pain.')
  await answer(page, 'Will the patient be held', 'No')
  await answer(page, 'The decision', 'The treatment of this text goes ahead', 'It ends the pain.')
  await answer(page, 'Who decides', 'The clinician', 'Tom Hughes')
  await answer(page, 'Does anyone consulted disagree?', 'No')
  await answer(page, 'A second opinion', 'Not needed')
  await write(page, 'How it is carried out', 'One morning visit, their sister stays.')
  await page.getByLabel('Review date').fill('2099-01-05')
}

test('an adult cannot decide: it is decided for them, countersigned, and the record says so', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  const { consentId, url } = sent

  await test.step('The patient has read the form, and drawn a signature', async () => {
    await readToTheEnd(phone, sent)
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').fill('Robin')
    await drawSignature(phone)
  })

  await test.step('The clinician looks first whether the patient can decide', async () => {
    await page.goto(`/clinic/consents/${consentId}`)
    await openSection(page, 'Understanding and conversation')
    await page.getByRole('link', { name: 'Assess capacity' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Capacity')
    await expectAccessible(page)
    await assessToday(page, { weigh: 'No' })
    await answer(page, conclusion, 'The patient cannot decide this', 'They cannot weigh it, with all help.')
    await record(page, 'assessment')
    await expect(page.getByRole('alert').first()).toContainText('There is a problem')
    await expectAccessible(page)
    await answer(page, 'Is there an impairment of', 'Yes', 'Dementia, known for three years.')
    await answer(page, 'Is the patient unable to decide because of it?', 'Yes', 'Loses the options at once.')
    await record(page, 'assessment')
    await expect(page.getByRole('heading', { name: 'The patient cannot decide this' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('What the patient had drawn is not taken, and they are told whom to talk to', async () => {
    await phone.getByRole('button', { name: 'Sign and send' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('We could not accept the signature')
    await expect(phone.getByRole('alert')).toContainText('wants to decide this together with you')
    await expectAccessible(phone)
    // In the language of whoever reads it, and in its direction.
    await phone.locator('header').getByRole('combobox').selectOption('ur')
    await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(phone.getByRole('alert')).not.toContainText(/[a-z]/i)
    await expectAccessible(phone)
  })

  await test.step('And decides with those who know them', async () => {
    await page.getByRole('button', { name: 'Record: Best-interests decision record' }).click()
    await fillDecision(page)
    await page.reload()
    await expect(page.getByLabel('Burdens and risks').last()).toHaveValue('One visit, or pain that goes on.')
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada Lane')
    await expectAccessible(page)
    await record(page, 'decision')
    await expect(page.getByRole('heading', { name: 'Best-interests decision record' })).toBeVisible()
    await expect(page.getByText('No treatment. Benefits: An end to the pain')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('The link opens nothing, and the record is countersigned', async () => {
    const token = new URL(url).pathname.split('/').at(-1)!
    expect((await page.request.get(`/api/patient/links/${token}`)).status()).toBe(404)
    await page.goto(`/clinic/sign-consent/${consentId}`)
    await page.getByRole('button', { name: 'Record a conversation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record a conversation' })
    await dialog.getByLabel('Date and time').fill('2026-01-05T10:00')
    await dialog.getByLabel('In person').check()
    await dialog.getByLabel('Topics discussed').fill('The treatment, with their sister beside them.')
    await dialog.getByLabel('The patient asked questions and they were answered').check()
    await dialog.getByRole('button', { name: 'Record conversation' }).click()
    await expect(page.getByText('that they cannot decide this themselves')).toBeVisible()
    await page.getByRole('button', { name: 'Countersign' }).click()
    await expect(page.getByText('Signed and countersigned').first()).toBeVisible()
    await page.goto(`/clinic/consents/${consentId}`)
    await expect(page.getByText('It was decided for the patient')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('The sealed PDF is there', async () => {
    await openSection(page, 'Documents and evidence')
    const download = page.getByRole('link', { name: /^Download/ }).first()
    const pdf = await page.request.get((await download.getAttribute('href'))!)
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

test('somebody of whom it was in doubt can decide, and signs themselves', async ({ page, phone, signIn }) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  await page.goto(`/clinic/consents/${sent.consentId}/capacity`)
  await assessToday(page, { weigh: 'Yes' })
  await answer(page, conclusion, 'The patient can decide this', 'They decide it, given time.')
  await record(page, 'assessment')
  await expect(page.getByRole('heading', { name: 'The patient can decide this' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Record:/ })).toHaveCount(0)

  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await drawSignature(phone)
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')
})

test('a practice in Scotland gets the form of its own law', async ({ page, signIn }) => {
  await signIn(page, 'Tom')
  const { consentId } = await sendConsent(page)
  // The practice is shared with other journeys, so its nation stays; what the page is told of it does not.
  await page.route(`**/api/clinic/consents/${consentId}/capacity`, async (route) => {
    const answer = await route.fetch()
    const told = (await answer.json()) as object
    await route.fulfill({ json: { ...told, nation: 'scotland', form: 'adults-with-incapacity' } })
  })
  await page.goto(`/clinic/consents/${consentId}/capacity`)
  await page.getByRole('button', { name: 'Assess capacity' }).click()
  await expect(page.getByRole('heading', { name: 'Assessment of incapacity' })).toBeVisible()
  await expect(page.getByText('section 1(6) of the Act')).toBeVisible()
  await answer(
    page,
    'Can the patient make a decision about this?',
    'No',
    'Takes each way that is named last.',
  )
  await expect(page.getByRole('group', { name: 'What is the patient unable by reason of?' })).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/best interests/i)
  await expectAccessible(page)
})
