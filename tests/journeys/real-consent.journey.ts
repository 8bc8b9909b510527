import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import {
  chooseTreatment,
  confirmEverything,
  consentParts,
  drawSignature,
  expect,
  expectAccessible,
  expectDialogAccessible,
  fillBirthDate,
  openSection,
  planPartTitle,
  sendUnasked,
  skipQuestions,
  startReading,
  test,
  writeDetail,
} from './journey.ts'

const birthDate = '1984-07-16'

/** What this dentist enters for this patient, by the form's labels. */
const details = {
  Diagnosis: 'An infected nerve in a back tooth',
  Price: '£73.50',
  'Number of visits': 'two visits',
  Prognosis: 'good',
  'Crown needed within': 'four weeks',
  'Why recommended': 'it can save your own tooth',
  'Risks for this patient': 'none that we know of',
}

/** What is seen beside the words of a part. */
const shown: Record<string, RegExp | undefined> = {
  'Treatment Description': /^Four drawings of a back tooth cut through the middle/,
  'Risks and Complications': /^About 16 to 22 in every 100 people$/,
}

test('a dentist makes a consent, the patient reads and signs it, and both hold a sealed record', async ({
  page,
  phone,
  signInOnScreen,
}, info) => {
  const lastName = `Journey-${randomUUID().slice(0, 8)}`
  const patientName = `Wren ${lastName}`

  await test.step('Given a patient of the practice', async () => {
    await signInOnScreen(page, 'Tom')
    await expectAccessible(page)
    await page.goto('/clinic/patients/new')
    await page.getByLabel('First name').fill('Wren')
    await page.getByLabel('Last name').fill(lastName)
    await fillBirthDate(page, birthDate)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add patient' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(patientName)
    await expectAccessible(page)
  })

  const link =
    await test.step('When the dentist makes a consent for a tooth and shows its link', async () => {
      await page.getByRole('link', { name: 'New consent' }).first().click()
      await chooseTreatment(page, 'Molar Root Canal')
      await page.getByRole('checkbox', { name: /lower right first molar/i }).check()
      for (const [label, value] of Object.entries(details)) await writeDetail(page, label, value)
      await sendUnasked(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Show link / QR' }).click()
      const dialog = page.getByRole('dialog', { name: `Link for ${patientName}` })
      const address = await dialog.getByRole('textbox').inputValue()
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Link for ${patientName}`)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Open consent' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Molar Root Canal')
      await expectAccessible(page)
      return address
    })
  const consentId = page.url().split('/').pop()!

  await test.step('Then the patient proves the date of birth', async () => {
    await phone.goto(link)
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(
      'What is the date of birth of the person having treatment?',
    )
    expect(await phone.locator('body').innerText()).not.toContain(lastName)
    await expectAccessible(phone)
    await fillBirthDate(phone, '1984-07-17')
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByRole('alert')).toContainText('The date of birth does not match our record')
    await expectAccessible(phone)
    await fillBirthDate(phone, birthDate)
    await phone.getByRole('button', { name: 'Continue' }).click()
  })

  await test.step('And reads every part', async () => {
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your treatment')
    await expect(phone.getByText(patientName)).toBeVisible()
    await expectAccessible(phone)
    await startReading(phone)
    for (const part of [planPartTitle, ...consentParts]) {
      await expect(phone.getByRole('heading', { level: 1 })).toHaveText(part)
      const seen = shown[part]
      if (seen) await expect(phone.getByRole('img', { name: seen })).toBeVisible()
      await expectAccessible(phone)
      await phone.getByRole('button', { name: /Continue|I have read this/ }).click()
    }
    await expectAccessible(phone)
    await skipQuestions(phone)
  })

  await test.step('And confirms each statement, none of them ticked beforehand', async () => {
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Before you sign')
    for (const box of await phone.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByRole('alert')).toContainText('There is a problem')
    await expectAccessible(phone)
    await confirmEverything(phone)
  })

  await test.step('And signs', async () => {
    await phone.getByRole('button', { name: 'Sign and send' }).click()
    await expect(phone.getByRole('alert')).toContainText('Draw your signature')
    await expectAccessible(phone)
    await phone.getByLabel('Your full name').fill(patientName)
    await drawSignature(phone)
    await phone.getByRole('button', { name: 'Sign and send' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Your consent is signed')
    await expect(phone.getByRole('link', { name: /Download your copy/ })).toBeVisible()
    await expectAccessible(phone)
  })

  await test.step('And the dentist countersigns', async () => {
    await page.goto(`/clinic/sign-consent/${consentId}`)
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: 'Countersign' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Record a conversation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record a conversation' })
    await dialog.getByRole('button', { name: 'Record conversation' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter the day and time of the conversation')
    await expectDialogAccessible(page)
    await dialog.getByLabel('Date and time').fill('2026-01-05T10:00')
    await dialog.getByLabel('In person').check()
    await dialog.getByLabel('Topics discussed').fill('The treatment, its risks and other ways to go.')
    await dialog.getByLabel('What matters to the patient').fill('Keeping the tooth')
    await dialog.getByLabel('The patient explained it back').check()
    await dialog.getByRole('button', { name: 'Record conversation' }).click()
    await expect(page.getByText('Keeping the tooth')).toBeVisible()
    await page.getByLabel('Your full name').fill('Tom Hughes')
    await page.getByRole('button', { name: 'Countersign' }).click()
    await expect(page.getByText('Signed and countersigned').first()).toBeVisible()
    await page.goto(`/clinic/consents/${consentId}`)
    await openSection(page, 'Documents and evidence')
    await expect(page.getByRole('link', { name: 'Download the PDF signed and countersigned' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('And a verifier that nobody here wrote calls both signatures valid', async () => {
    const answer = await page.request.get(`/api/clinic/consents/${consentId}/documents/latest`)
    const file = info.outputPath('record.pdf')
    await writeFile(file, await answer.body())
    const verdict = execFileSync('pdfsig', [file]).toString()
    expect(verdict.match(/Signature is Valid/g)).toHaveLength(2)
    expect(verdict).toContain('Total document signed')
    const text = execFileSync('pdftotext', ['-layout', file, '-']).toString()
    const objects = execFileSync('qpdf', ['--json=2', file], { maxBuffer: 1e9 }).toString()
    expect(objects).toContain('"/Alt": "u:About 16 to 22 in every 100 people: ')
    expect(objects).toContain('"/Alt": "u:Four drawings of a back tooth')
    for (const said of [patientName, 'An infected nerve in a back tooth', 'LR6', 'Tom Hughes', 'GDC 248163'])
      expect(text).toContain(said)
    const again = await page.request.get(`/api/clinic/consents/${consentId}/documents/latest`)
    expect(await again.body()).toEqual(await answer.body())
  })

  await test.step('And the patient can open the record again with the same link', async () => {
    await phone.goto(link.replace('sign-consent', 'view-consent'))
    await expect(
      phone.getByRole('link', { name: /Download: Signed by the patient and the clinician/ }),
    ).toBeVisible()
    await expectAccessible(phone)
  })
})
