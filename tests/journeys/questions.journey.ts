import {
  confirmEverything,
  expect,
  expectAccessible,
  fillBirthDate,
  skipQuestions,
  readToTheEnd,
  sendConsent,
  startReading,
  test,
  openSection,
} from './journey.ts'
import { consentLinkFor } from './sent-mails.ts'

test('a patient asks before they sign, cannot sign, is answered by a message, and signs', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const email = `${crypto.randomUUID()}@example.org`
  const sent = await sendConsent(page, { email })
  const question = 'Will I be able to eat the same evening?'

  await test.step('The patient asks about the part that they read', async () => {
    await phone.goto(sent.url)
    await fillBirthDate(phone, sent.dateOfBirth)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await startReading(phone)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Risks and Complications')
    await phone.getByRole('button', { name: 'Ask a question' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your questions')
    await expect(phone.getByLabel('What is your question about?')).toHaveValue('2')
    await phone.getByRole('button', { name: 'Send my question' }).click()
    await expect(phone.getByRole('alert')).toContainText('Write your question')
    await expectAccessible(phone)
    await phone.getByLabel('Your question', { exact: true }).fill(question)
    await phone.getByLabel('I want the answer before I sign').check()
    await phone.getByRole('button', { name: 'Send my question' }).click()
    await expect(phone.getByText('Your question has been sent to the practice.')).toBeVisible()
    await expect(phone.getByText('Waiting for an answer before you sign')).toBeVisible()
    await expectAccessible(phone)
  })

  await test.step('And cannot sign until it is answered', async () => {
    await phone.getByRole('button', { name: 'Go back to the form' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Risks and Complications')
    await phone.getByRole('button', { name: 'Show everything on one page' }).click()
    await phone.getByRole('button', { name: 'I have read this' }).click()
    await skipQuestions(phone)
    for (const box of await phone.getByRole('checkbox').all()) await box.check()
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByRole('alert')).toContainText('You want an answer before you sign')
    await expectAccessible(phone)
  })

  await test.step('The dentist finds it among what waits, and answers', async () => {
    await page.goto('/clinic')
    await page.getByRole('link', { name: /^Questions to answer/ }).click()
    await expect(page).toHaveURL(/view=questions/)
    await page.getByRole('searchbox', { name: 'Search consents' }).fill(sent.lastName)
    await expect(page).toHaveURL(/q=/)
    await page.getByRole('link', { name: new RegExp(sent.lastName) }).click()
    await expect(page).toHaveURL(`/clinic/consents/${sent.consentId}?section=conversation`)
    const panel = page.getByRole('region', { name: 'Questions' })
    await expect(panel.getByRole('heading', { name: 'Risks and Complications' })).toBeVisible()
    await expect(panel.getByText(question)).toBeVisible()
    await expect(panel.getByText('Before they sign')).toBeVisible()
    await panel.getByRole('button', { name: 'Send answer' }).click()
    await expect(panel.getByText('Enter the answer')).toBeVisible()
    await expectAccessible(page)
    await panel.getByLabel('Your answer').fill('Yes, once the numbness has gone.')
    await panel.getByRole('button', { name: 'Send answer' }).click()
    await expect(page.getByText('Answer sent to the patient.')).toBeVisible()
    await expect(panel.getByText('No questions to answer.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('The patient reads the answer behind the link of the message, and signs', async () => {
    await phone.goto(await consentLinkFor(email, 'we have answered you'))
    await fillBirthDate(phone, sent.dateOfBirth)
    await phone.getByRole('button', { name: 'Continue' }).click()
    // This browser goes on where it was left.
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Before you sign')
    await phone.getByRole('button', { name: 'See your questions' }).click()
    await expect(phone.getByText('Yes, once the numbness has gone.')).toBeVisible()
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'Go back to the form' }).click()
    await confirmEverything(phone)
    await phone.getByLabel('Your full name').fill('Robin')
    await phone.getByLabel('Type my name').check()
    await phone.getByRole('button', { name: 'Sign and send' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')
    await expect(phone.getByText('Yes, once the numbness has gone.')).toBeVisible()
    await expectAccessible(phone)
  })

  await test.step("The patient's record leads to the parts of the consent that its messages and documents are about", async () => {
    await page.getByRole('link', { name: `Robin ${sent.lastName}` }).click()
    await page.getByRole('link', { name: 'Messages', exact: true }).click()
    await expect(page).toHaveURL(/view=messages$/)
    const profile = page.url()
    for (const [message, section] of [
      [/^Answer to a question/, 'conversation'],
      [/^Link to the consent/, 'messages'],
    ] as const) {
      await page.goto(profile)
      await page.getByRole('link', { name: message }).click()
      await expect(page).toHaveURL(`/clinic/consents/${sent.consentId}?section=${section}`)
    }
    await page.goto(profile)
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    await expect(page).toHaveURL(/view=documents$/)
    const documents = page.getByRole('region', { name: 'Documents' })
    const title = documents.locator(`a[href="/clinic/consents/${sent.consentId}?section=documents"]`)
    // The signed version is drawn and sealed by a job.
    await expect(async () => {
      await page.reload()
      await expect(title.first()).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await title.first().click()
    await expect(page.getByRole('region', { name: 'Sealed PDF' })).toBeVisible()
  })
})

test('a patient who has their answer by word of mouth says so, and staff record what they said', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  await readToTheEnd(phone, sent)
  await phone.getByRole('button', { name: 'Ask a question' }).click()
  await phone.getByLabel('Your question', { exact: true }).fill('Does it hurt?')
  await phone.getByLabel('I want the answer before I sign').check()
  await phone.getByRole('button', { name: 'Send my question' }).click()
  await expect(phone.getByText('Waiting for an answer before you sign')).toBeVisible()

  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'Understanding and conversation')
  const panel = page.getByRole('region', { name: 'Questions' })
  await panel.getByLabel('Answered by phone: record the answer').check()
  await panel.getByLabel('Answer given').fill('It will be numb.')
  await panel.getByRole('button', { name: 'Record answer' }).click()
  await expect(panel.getByText('It will be numb.')).toBeVisible()

  await phone.getByRole('button', { name: 'Ask more about this' }).click()
  // What was begun as a new question is kept out of sight.
  const shown = { visible: true }
  await phone.getByLabel('Your question', { exact: true }).filter(shown).fill('And afterwards?')
  await phone.getByLabel('I want the answer before I sign').filter(shown).check()
  await phone.getByRole('button', { name: 'Send my question' }).click()
  await expect(phone.getByText('It will be numb.')).toBeVisible()
  // The open screen hears of it without a reload.
  await expect(panel.getByText('And afterwards?')).toBeVisible()
  await phone.getByRole('button', { name: 'I have my answer' }).click()
  await expect(phone.getByText('You said that you have your answer')).toBeVisible()
  await phone.getByRole('button', { name: 'Go back to the form' }).click()
  await confirmEverything(phone)
})
