import { expect, expectAccessible, sendConsent, test, openSection } from './journey.ts'

/** A text of its own for each width, since all of them change the same practice. */
const languageAt = { phone: 'Polish', desktop: 'Romanian', tablet: 'Welsh' } as Record<string, string>

test('what became of a message is told, the patient is reminded once, and a letter is made', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const { consentId, lastName } = await sendConsent(page, { email: 'robin@example.org' })
  await page.goto(`/clinic/consents/${consentId}`)
  await openSection(page, 'Messages and links')
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('E-mail to robin@example.org')).toBeVisible()
  await messages.getByRole('button', { name: 'Remind now' }).click()
  await expect(page.getByText(`A reminder is on its way to Robin ${lastName} by e-mail.`)).toBeVisible()
  await expect(messages.getByText('E-mail to robin@example.org, reminder')).toBeVisible()
  await messages.getByRole('button', { name: 'Remind now' }).click()
  await expect(messages.getByRole('alert')).toContainText('less than 4 hours ago')
  await messages.getByRole('button', { name: 'Create letter' }).click()
  await expect(messages.getByRole('alert')).toContainText('This patient has no address')
  await expectAccessible(page)
})

test('a practice writes its messages in its own words, and none that tells of health', async ({
  page,
  signIn,
}, { project }) => {
  await signIn(page, 'Siân')
  await page.goto('/clinic/settings?section=messages')
  const texts = page.getByRole('region', { name: 'Messages to patients' })
  await texts.getByLabel('Message', { exact: true }).selectOption('new-link')
  await texts.getByLabel('Sent as').selectOption('sms')
  await texts.getByLabel('Language').selectOption(languageAt[project.name]!)
  const text = texts.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text.getByText('Link', { exact: true })).toBeVisible()
  await expect(text).not.toContainText('{{')
  await text.fill('Your crown is ready: {{link}}')
  await expect(texts.getByText('Remove: crown.')).toBeVisible()
  await texts.getByRole('button', { name: 'Save this text' }).click()
  await expect(texts.getByRole('alert')).toContainText('Remove: crown.')
  await expectAccessible(page)
  await text.fill('{{practiceName}} has news for you: {{link}}')
  await expect(texts.getByText('This text contains no health information.')).toBeVisible()
  await texts.getByRole('button', { name: 'Save this text' }).click()
  await expect(texts.getByText(/^Written by Siân/)).toBeVisible()
  await texts.getByRole('button', { name: 'Use the standard text' }).click()
  await expect(texts.getByText(/^Written by/)).toHaveCount(0)

  const reminders = page.getByRole('region', { name: 'Reminders' })
  await reminders.getByLabel('How many days after sending?').fill('soon')
  await reminders.getByRole('button', { name: 'Save reminders' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Enter 1 to 4 different days')
  await reminders.getByLabel('How many days after sending?').fill('2, 5')
  await reminders.getByRole('button', { name: 'Save reminders' }).click()
  await expect(page.getByText('Reminders saved.')).toBeVisible()
})
