import type { Page } from '@playwright/test'
import {
  confirmEverything,
  consentParts,
  draftConsent,
  expect,
  expectAccessible,
  expectDialogAccessible,
  fillBirthDate,
  sendConsent,
  skipQuestions,
  startReading,
  test,
  openSection,
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

/** Does something while the practice asks something besides the treatment, and leaves its settings as they were. */
async function withAdditionalConsents<T>(
  page: Page,
  additionalConsents: string[],
  act: () => Promise<T>,
): Promise<T> {
  const path = '/api/clinic/settings/policies'
  const save = async (wanted: string[]) => {
    const { nation: _nation, ...policies } = (await (await page.request.get(path)).json()) as Policies
    const answer = await page.request.put(path, { data: { ...policies, additionalConsents: wanted } })
    expect(answer.ok()).toBe(true)
    return policies.additionalConsents
  }
  const before = await save(additionalConsents)
  try {
    return await act()
  } finally {
    await save(before)
  }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

test('a patient says what matters, leans to another option and signs; the clinician answers, then countersigns', async ({
  page,
  phone,
  signIn,
}, { project }) => {
  await signIn(page, ownerAt[project.name]!)
  const sent = await withAdditionalConsents(page, ['photos-teaching', 'share-referrer'], () =>
    sendConsent(page, { email: 'matters@example.org', plan }),
  )
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
    await expectAccessible(phone)
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
    await expectAccessible(phone)
    await button(phone, 'Continue').click()
    await skipQuestions(phone)
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
    await expectAccessible(phone)
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').fill('Robin Journey')
    await phone.getByLabel('Type my name').check()
    await button(phone, 'Sign and send').click()
    await expect(heading).toHaveText('Your consent is signed')
    await expect(phone.getByText('I play the trumpet')).toBeVisible()
    await button(phone, /^Take this back/).click()
    await expect(phone.getByText(/You took this back on/)).toBeVisible()
    await expectAccessible(phone)
  })

  await test.step('the clinician cannot countersign before each has its answer', async () => {
    await page.goto(`/clinic/sign-consent/${sent.consentId}`)
    await button(page, 'Record a conversation').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Date and time').fill('2026-01-05T10:00')
    await dialog.getByLabel('In person').check()
    await dialog.getByLabel('Topics discussed').fill('The filling, its risks and the other ways to go')
    await dialog.getByLabel('The patient explained it back in their own words').check()
    await dialog.getByRole('button', { name: 'Record conversation' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Answer each point, or record when you discussed it.')).toBeVisible()
    await expect(button(page, 'Countersign')).toHaveCount(0)
    const panel = page.getByRole('region', { name: 'What matters to the patient' })
    await expect(panel.getByText('Leans towards: No treatment')).toBeVisible()
    await expect(panel.getByText('Withdrawn')).toBeVisible()
    await panel.getByRole('button', { name: /^Answer ?: Work, hobby or instrument/ }).click()
    await panel.getByRole('button', { name: /^Record answer/ }).click()
    await expect(panel.getByText('Choose how it was answered')).toBeVisible()
    await expectAccessible(page)
    await panel.getByLabel(/^In writing/).check()
    await panel.getByLabel('Your answer').fill('You can play again the next day.')
    await panel.getByRole('button', { name: /^Send answer/ }).click()
    await expect(panel.getByText('You can play again the next day.')).toBeVisible()
    await panel.getByRole('button', { name: /^Answer ?: Pain/ }).click()
    await panel.getByLabel('Discussed in person').check()
    await panel.getByLabel('Date discussed').fill('2026-01-05T10:00')
    await panel.getByRole('button', { name: /^Record answer/ }).click()
    await expect(panel.getByText('All answered.')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Countersign').click()
    await expect(page.getByText('Signed and countersigned').first()).toBeVisible()
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
  await expectAccessible(phone)
  await button(phone, 'Tell the practice I need time').click()
  await expect(phone.getByText('The practice knows that you are thinking about it.')).toBeVisible()
  await button(phone, 'Go back to the form').click()
  await button(phone, 'Ask the practice to call me').click()
  await phone.getByRole('checkbox', { name: 'In the morning' }).check()
  await phone.getByLabel('Anything they should know?').fill('Not on Tuesdays')
  await expectAccessible(phone)
  await button(phone, 'Ask for a call').click()
  await expect(phone.getByText('The practice knows that you want a call.')).toBeVisible()
  await button(phone, 'Go back to the form').click()
  await button(phone, 'I do not want this treatment').click()
  await expect(phone.getByRole('heading', { name: 'What can happen without this treatment' })).toBeVisible()
  await expectAccessible(phone)

  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'Understanding and conversation')
  const panel = page.getByRole('region', { name: 'What matters to the patient' })
  await expect(panel.getByText('Asked for a call, in the morning: “Not on Tuesdays”')).toBeVisible()
  await expect(panel.getByText('Wants time to think, with a reminder after 7 days')).toBeVisible()
  await expectAccessible(page)
})

/** This minute as people write it, in UK time. */
const thisMinute = () =>
  new Date().toLocaleString('sv-SE', { timeZone: 'Europe/London' }).slice(0, 16).replace(' ', 'T')

test('what is asked besides the treatment is written down from a paper and from what was said', async ({
  page,
  phone,
  signIn,
}, { project }) => {
  const owner = ownerAt[project.name]!
  await signIn(page, owner)
  const asked = ['photos-teaching', 'share-referrer']
  const panel = page.getByRole('region', { name: 'What matters to the patient' })
  const dialog = page.getByRole('dialog')

  await test.step('a paper has its own boxes, and each is looked at when it is taken in', async () => {
    const sent = await withAdditionalConsents(page, asked, () => sendConsent(page))
    await page.goto(`/clinic/consents/${sent.consentId}`)
    const hash = (
      (await (await page.request.get(`/api/clinic/consents/${sent.consentId}`)).json()) as {
        contentHash: string
      }
    ).contentHash
    await openSection(page, 'Documents and evidence')
    await button(page, 'Record signed paper').click()
    const photo = { name: 'page-1.png', mimeType: 'image/png', buffer: await page.screenshot() }
    await dialog.getByLabel('Scan or photos').setInputFiles(photo)
    await expect(dialog.getByRole('listitem').filter({ hasText: 'page-1.png' })).toBeVisible()
    for (const radio of await dialog.getByRole('radio').all()) await expect(radio).not.toBeChecked()
    for (const box of await dialog.getByRole('checkbox').all()) await box.check()
    await dialog
      .getByRole('group', { name: /^Answer to/ })
      .getByLabel('Yes')
      .check()
    await dialog.getByLabel('The patient', { exact: true }).check()
    await dialog.getByLabel('Name printed next to the signature').fill('Robin Journey')
    await dialog.getByLabel('Date and time next to the signature').fill(thisMinute())
    await dialog.getByLabel('Code on the paper').fill(hash.slice(0, 8))
    await dialog.getByRole('button', { name: 'Record paper' }).click()
    await expect(dialog.getByText('Choose yes, no or left blank')).toHaveCount(4)
    await expectDialogAccessible(page)
    await dialog
      .getByRole('group', { name: /Photographs for teaching/ })
      .getByLabel('Yes')
      .check()
    await dialog
      .getByRole('group', { name: /dentist who referred/ })
      .getByLabel('Left blank')
      .check()
    await dialog.getByRole('button', { name: 'Record paper' }).click()
    await expect(dialog).toBeHidden()
    await openSection(page, 'Understanding and conversation')
    await expect(panel.getByText('Photographs for teaching: Yes')).toBeVisible()
    await expect(panel.getByText('Sharing with the dentist who referred: Left blank')).toBeVisible()
    await expect(panel.getByText(new RegExp(`on paper, recorded by ${owner}`))).toHaveCount(2)
    await expectAccessible(page)

    const headers = { 'idempotency-key': crypto.randomUUID() }
    const made = await page.request.post(`/api/clinic/consents/${sent.consentId}/links`, {
      data: {},
      headers,
    })
    await phone.goto(((await made.json()) as { url: string }).url)
    await fillBirthDate(phone, sent.dateOfBirth)
    await button(phone, 'Continue').click()
    await expect(phone.getByText(new RegExp(`You said this on paper. ${owner}`))).toHaveCount(2)
    await expect(phone.getByText(/You left this blank on/)).toBeVisible()
    await expectAccessible(phone)
    await button(phone, /^Take this back/).click()
    await expect(phone.getByText(/You took this back on/)).toBeVisible()
  })

  await test.step('what is said aloud is recorded with the treatment; what was not asked is not', async () => {
    await withAdditionalConsents(page, asked, async () => {
      await page.goto(`/clinic/consents/${await draftConsent(page)}`)
      await button(page, 'More actions').click()
      await page.getByRole('menuitem', { name: 'Record verbal consent' }).click()
      for (const group of [/Photographs for teaching/, /dentist who referred/])
        await expect(dialog.getByRole('group', { name: group }).getByLabel('Not asked')).toBeChecked()
      await dialog.getByLabel('Date and time').fill('2026-01-05T10:00')
      await dialog.getByLabel('In person').check()
      await dialog.getByLabel('Topics discussed').fill('The filling, its risks and other ways to go')
      await dialog.getByLabel('The patient explained it back').check()
      await dialog.getByRole('group', { name: 'Heard by', exact: true }).getByLabel('Name').fill('Priya Nair')
      await dialog
        .getByRole('group', { name: /Photographs for teaching/ })
        .getByLabel('No', { exact: true })
        .check()
      await expectDialogAccessible(page)
      await dialog.getByRole('button', { name: 'Record verbal consent' }).click()
      await expect(dialog).toBeHidden()
    })
    await openSection(page, 'Understanding and conversation')
    await expect(panel.getByText('Photographs for teaching: No')).toBeVisible()
    await expect(panel.getByText(new RegExp(`verbally, recorded by ${owner}`))).toHaveCount(1)
    await expectAccessible(page)
  })
})
