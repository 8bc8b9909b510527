import type { Page } from '@playwright/test'
import {
  confirmEverything,
  consentParts,
  expect,
  expectAccessible,
  fillBirthDate,
  sendConsent,
  leaveQuestionsOut,
  startReading,
  test,
} from './journey.ts'

const option = { benefit: '', risk: '', lasts: '', visits: '', pricePence: null, band: null, notSuitable: '' }
const plan = {
  options: [
    {
      ...{ ...option, title: 'Composite Filling', kind: 'treatment', benefit: 'Closes the hole' },
      ...{ risk: 'It may chip', lasts: '5 to 10 years', visits: '1', pricePence: 12000, band: 'private' },
    },
    {
      ...{ ...option, title: 'No treatment', kind: 'no-treatment', benefit: 'Nothing is done now' },
      risk: 'The decay goes on',
    },
  ],
  recommended: 0,
  recommendedWhy: 'it keeps the tooth',
}

type Policies = { nation: string; version: number; additionalConsents: string[] }

/** Those who may change settings and countersign, one for each width. */
const ownerAt = { phone: 'Jonah', desktop: 'Amara' } as Record<string, string>

/** Sends a consent while the practice asks something besides the treatment, and leaves its settings as they were. */
async function sendAsking(page: Page, additionalConsents: string[]) {
  const path = '/api/clinic/settings/policies'
  const save = async (wanted: string[]) => {
    const { nation: _nation, ...policies } = (await (await page.request.get(path)).json()) as Policies
    const answer = await page.request.put(path, { data: { ...policies, additionalConsents: wanted } })
    expect(answer.ok()).toBe(true)
    return policies.additionalConsents
  }
  const before = await save(additionalConsents)
  try {
    return await sendConsent(page, { email: 'matters@example.org', plan })
  } finally {
    await save(before)
  }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

/** Nothing is wider than the narrowest phone, and then than this one. */
async function expectNothingWider(page: Page): Promise<void> {
  const before = page.viewportSize()!
  for (const width of [320, before.width]) {
    await page.setViewportSize({ ...before, width })
    expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
  }
}

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNothingWider(page)
}

test('a patient says what matters, leans to another option and signs; the clinician answers, then countersigns', async ({
  page,
  phone,
  signIn,
}, { project }) => {
  await signIn(page, ownerAt[project.name]!)
  const sent = await sendAsking(page, ['photos-teaching', 'share-referrer'])
  const heading = phone.getByRole('heading', { level: 1 })

  await test.step('what matters comes first, is kept over a reload and can be changed', async () => {
    await phone.goto(sent.url)
    await fillBirthDate(phone, sent.dateOfBirth)
    await button(phone, 'Continue').click()
    await button(phone, 'Start reading').click()
    await expect(heading).toHaveText('What matters to you')
    for (const box of await phone.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
    await phone.getByRole('checkbox', { name: 'My work, a hobby or an instrument I play' }).check()
    await phone.getByLabel('In your own words').fill('I play the trumpet')
    await phone.getByRole('checkbox', { name: 'Pain' }).check()
    await expectFine(phone)
    await phone.reload()
    await expect(phone.getByLabel(/In your own words.*instrument/)).toHaveValue('I play the trumpet')
    await button(phone, 'Continue').click()
    await expect(heading).toHaveText('Treatment Description')
  })

  await test.step('without a connection nothing is lost', async () => {
    await phone.context().setOffline(true)
    for (let part = 0; part <= consentParts.length + 3; part++) {
      if ((await heading.textContent()) === 'Your options') break
      const before = await heading.textContent()
      await button(phone, 'Continue').click()
      await expect(heading).not.toHaveText(before!)
    }
    await expect(heading).toHaveText('Your options')
    await phone.getByRole('radio', { name: 'No treatment' }).check()
    await expectFine(phone)
    await button(phone, 'Continue').click()
    await leaveQuestionsOut(phone)
    await expect(heading).toHaveText('Before you sign')
    await phone.context().setOffline(false)
  })

  await test.step('the form says that it is for something else, and asks besides the treatment', async () => {
    await expect(phone.getByText('You leaned towards something else')).toBeVisible()
    for (const radio of await phone.getByRole('radio').all()) await expect(radio).not.toBeChecked()
    await phone
      .getByRole('group', { name: /to teach dental staff/ })
      .getByLabel('Yes')
      .check()
    await expectFine(phone)
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').fill('Robin Journey')
    await phone.getByLabel('Type my name').check()
    await button(phone, 'Sign and send').click()
    await expect(heading).toHaveText('Your consent is signed')
    await expect(phone.getByText('I play the trumpet')).toBeVisible()
    await button(phone, /^Take this back/).click()
    await expect(phone.getByText(/You took this back on/)).toBeVisible()
    await expectFine(phone)
  })

  await test.step('the clinician cannot countersign before each has its answer', async () => {
    await page.goto(`/clinic/sign-consent/${sent.consentId}`)
    await button(page, 'Record a conversation').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('When you talked').fill('2026-01-05T10:00')
    await dialog.getByLabel('In person').check()
    await dialog.getByLabel('What was talked about').fill('The filling, its risks and the other ways to go')
    await dialog.getByLabel('The patient explained it back in their own words').check()
    await dialog.getByRole('button', { name: 'Record conversation' }).click()
    await expect(dialog).toBeHidden()
    await button(page, 'Countersign').click()
    await expect(page.getByRole('alert')).toContainText('Still to answer: 2')
    const panel = page.getByRole('region', { name: 'What matters to the patient' })
    await expect(panel.getByText('Leans towards: No treatment')).toBeVisible()
    await expect(panel.getByText('Taken back')).toBeVisible()
    await panel.getByRole('button', { name: /^Answer ?: Work, hobby or instrument/ }).click()
    await panel.getByRole('button', { name: /^Record answer/ }).click()
    await expect(panel.getByText('Choose how it was answered')).toBeVisible()
    await expectAccessible(page)
    await panel.getByLabel(/^In writing/).check()
    await panel.getByLabel('Your answer').fill('You can play again the next day.')
    await panel.getByRole('button', { name: /^Send answer/ }).click()
    await expect(panel.getByText('You can play again the next day.')).toBeVisible()
    await panel.getByRole('button', { name: /^Answer ?: Pain/ }).click()
    await panel.getByLabel('Talked about in person').check()
    await panel.getByLabel('When you talked about it').fill('2026-01-05T10:00')
    await panel.getByRole('button', { name: /^Record answer/ }).click()
    await expect(panel.getByText('Each has its answer.')).toBeVisible()
    await expectFine(page)
    await button(page, 'Countersign').click()
    await expect(page.getByText('Signed and countersigned')).toBeVisible()
  })

  await test.step('and the patient reads the answer', async () => {
    await phone.reload()
    await expect(phone.getByText('You can play again the next day.')).toBeVisible()
  })
})

test('a patient who is not sure asks for time and for a call', async ({ page, phone, signIn }) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  await phone.goto(sent.url)
  await fillBirthDate(phone, sent.dateOfBirth)
  await button(phone, 'Continue').click()
  await startReading(phone)
  await button(phone, 'I want to think about it').click()
  await button(phone, 'Tell the practice I need time').click()
  await expect(phone.getByRole('alert')).toContainText('Choose if you want a message')
  await phone.getByLabel('In 1 week').check()
  await expectFine(phone)
  await button(phone, 'Tell the practice I need time').click()
  await expect(phone.getByText('The practice knows that you are thinking about it.')).toBeVisible()
  await button(phone, 'Go back to the form').click()
  await button(phone, 'Ask the practice to call me').click()
  await phone.getByRole('checkbox', { name: 'In the morning' }).check()
  await phone.getByLabel('Anything they should know?').fill('Not on Tuesdays')
  await expectFine(phone)
  await button(phone, 'Ask for a call').click()
  await expect(phone.getByText('The practice knows that you want a call.')).toBeVisible()
  await button(phone, 'Go back to the form').click()
  await button(phone, 'I do not want this treatment').click()
  await expect(phone.getByRole('heading', { name: 'What can happen without this treatment' })).toBeVisible()
  await expectFine(phone)

  await page.goto(`/clinic/consents/${sent.consentId}`)
  const panel = page.getByRole('region', { name: 'What matters to the patient' })
  await expect(panel.getByText('Asked for a call, in the morning: “Not on Tuesdays”')).toBeVisible()
  await expect(panel.getByText('Thinks about it; wants to be reminded after 7 days')).toBeVisible()
  await expectFine(page)
})
