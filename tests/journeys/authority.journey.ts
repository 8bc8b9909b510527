import { dateInTimeZone } from '../../contract/calendar-day.ts'
import type { Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  expectDialogAccessible,
  readToTheEnd,
  sendConsent,
  test,
  type SentConsent,
  openSection,
} from './journey.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const read = async <T>(page: Page, path: string) =>
  (await (await page.request.get(`/api/clinic/${path}`)).json()) as T

type Record = { patient: { id: string }; signature: object; chainIntact: boolean }

const patientOf = async (page: Page, { consentId }: SentConsent): Promise<string> =>
  (await read<Record>(page, `consents/${consentId}`)).patient.id

/** The record names who signed, as what, and is whole. */
async function expectSigned(page: Page, { consentId }: SentConsent, signature: object): Promise<void> {
  expect(await read<Record>(page, `consents/${consentId}`)).toMatchObject({ signature, chainIntact: true })
}

/** A consent that was sent, and whose patient turns out to be a child: their birth date is put right. */
async function sendToChild(page: Page, years: number): Promise<SentConsent> {
  const sent = await sendConsent(page)
  const patientId = await patientOf(page, sent)
  const details = await read<object>(page, `patients/${patientId}`)
  const born = new Date()
  born.setUTCFullYear(born.getUTCFullYear() - years)
  const dateOfBirth = dateInTimeZone(born)
  const saved = await page.request.put(`/api/clinic/patients/${patientId}`, {
    data: { ...details, patientId, dateOfBirth },
  })
  expect(saved.ok()).toBe(true)
  return { ...sent, dateOfBirth }
}

/** Chooses an answer of the wizard and goes on. */
async function answer(page: Page, words: string | RegExp): Promise<void> {
  await page.getByRole('radio', { name: words }).check()
  await page.getByRole('button', { name: 'Next' }).click()
}

test('a parent signs for a child once the practice has decided that she may', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendToChild(page, 8)
  await readToTheEnd(phone, sent)
  await expect(phone.getByText('has not recorded anyone who may sign')).toBeVisible()
  for (const box of await phone.getByRole('checkbox').all()) await box.check()
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('alert')).toContainText('has not recorded anyone')
  await expectAccessible(phone)

  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'Signatures')
  await page.getByRole('button', { name: 'Record who signs' }).click()
  await expectDialogAccessible(page)
  await answer(page, 'The mother who gave birth')
  await answer(page, 'No')
  await expect(page.getByRole('dialog')).toContainText('The mother signs')
  await expect(page.getByRole('dialog')).toContainText('Children Act 1989')
  await page.getByRole('button', { name: 'Record signatory' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter their name')
  await page.getByLabel('Their name').fill('Mei Tan')
  await page.getByLabel('Relationship to the patient').fill('Mother')
  await expectDialogAccessible(page)
  await page.getByRole('button', { name: 'Record signatory' }).click()
  await expect(page.getByText('Mei Tan, Mother').first()).toBeVisible()
  await expectAccessible(page)

  await phone.reload()
  await expect(phone.getByText('Mei Tan, as a parent').first()).toBeVisible()
  await phone.getByRole('radio', { name: /Mei Tan/ }).check()
  await expectAccessible(phone)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Mei Tan')
  await phone.getByRole('radio', { name: 'Type my name' }).check()
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(heading(phone)).toHaveText('Your consent is signed')
})

test('a young person signs alone once a clinician has recorded that they understand it', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendToChild(page, 14)
  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'Signatures')
  await page.getByRole('button', { name: 'Record who signs' }).click()
  await answer(page, 'The patient')
  await answer(page, 'Yes, a clinician has assessed this')
  await page.getByRole('button', { name: 'Record signatory' }).click()
  await expect(page.getByRole('alert')).toContainText('Give your reasons')
  const why = 'She told me in her own words what we do, what can go wrong and what else there is.'
  await page.getByLabel('Reasons for this finding').fill(why)
  await page.getByRole('button', { name: 'Record signatory' }).click()
  await expect(page.getByText(why)).toBeVisible()

  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await drawSignature(phone)
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(heading(phone)).toHaveText('Your consent is signed')
  await expectSigned(page, sent, { signerRole: 'patient', name: 'Robin' })
})

test('an attorney whom the practice put on the patient’s record signs for somebody who cannot decide', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  const patientId = await patientOf(page, sent)
  await page.goto(`/clinic/patients/${patientId}`)
  const people = page.getByRole('region', { name: 'Parents and legal representatives' })
  await people.getByRole('button', { name: 'Check who can sign' }).click()
  await answer(page, 'Yes, no contradicting evidence')
  await answer(page, 'The patient')
  await expect(page.getByRole('dialog')).toContainText('Answer it again on the consent')
  await expectDialogAccessible(page)
  await page.getByRole('button', { name: /^Change.*Can the patient decide/ }).click()
  await answer(page, 'No, an assessment for this decision says')
  await answer(page, 'Not that we know of')
  await answer(page, 'An attorney')
  await answer(page, 'Health and welfare, registered')
  await answer(page, 'Yes')
  await page.getByLabel('Their name').fill('Ada Lane')
  await page.getByLabel('Relationship to the patient').fill('Sister')
  await page.getByRole('button', { name: 'Record signatory' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter the evidence of their authority')
  await page.getByLabel('Evidence seen').fill('The registered power for health and welfare')
  await expectDialogAccessible(page)
  await page.getByRole('button', { name: 'Record signatory' }).click()
  await expect(people).toContainText('Ada Lane')
  await expect(people).toContainText('The registered power for health and welfare')
  await expectAccessible(page)

  await readToTheEnd(phone, sent)
  await phone.getByRole('radio', { name: /Ada Lane/ }).check()
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Ada Lane')
  await phone.getByRole('radio', { name: 'Type my name' }).check()
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(heading(phone)).toHaveText('Your consent is signed')
  await expectSigned(page, sent, { signerRole: 'attorney', name: 'Ada Lane' })
})

test('a deputy of the court signs in the place of the patient, who is offered it no longer', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const sent = await sendConsent(page)
  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'Signatures')
  await page.getByRole('button', { name: 'Record who signs' }).click()
  await answer(page, 'No, an assessment for this decision says')
  await answer(page, 'Not that we know of')
  await answer(page, 'A deputy of the Court of Protection')
  await answer(page, 'Health and welfare, registered')
  await answer(page, 'Yes')
  await expect(page.getByRole('dialog')).toContainText('The deputy signs')
  await page.getByLabel('Their name').fill('Ada Lane')
  await page.getByLabel('Relationship to the patient').fill('Sister')
  await page.getByLabel('Evidence seen').fill('The order of the court, with its seal')
  await page.getByRole('button', { name: 'Record signatory' }).click()
  await expect(page.getByText('Ada Lane, Sister').first()).toBeVisible()

  await readToTheEnd(phone, sent)
  await expect(phone.getByText('Ada Lane, as deputy appointed by the court').first()).toBeVisible()
  await expect(phone.getByRole('radio', { name: /Robin/ })).toHaveCount(0)
  await expectAccessible(phone)
  const signer = phone.getByRole('radio', { name: /Ada Lane/ })
  if (await signer.isVisible()) await signer.check()
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Ada Lane')
  await phone.getByRole('radio', { name: 'Type my name' }).check()
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(heading(phone)).toHaveText('Your consent is signed')
  await expectSigned(page, sent, { signerRole: 'deputy', name: 'Ada Lane' })
})

test('an interpreter and a witness whom the practice asked for sign after the patient', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'Signatures')
  await page.getByRole('button', { name: 'Record who signs' }).click()
  await answer(page, 'Yes, no contradicting evidence')
  await answer(page, 'The patient')
  await page.getByRole('checkbox', { name: 'An interpreter' }).check()
  await page.getByRole('checkbox', { name: 'A witness' }).check()
  await page.getByRole('button', { name: 'Record signatory' }).click()
  await expect(page.getByText('Also signs: an interpreter and a witness')).toBeVisible()

  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.getByLabel('Your full name').fill('Robin')
  await drawSignature(phone)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(phone)).toHaveText('The interpreter signs now')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('alert')).toContainText('Enter your full name')
  await phone.getByLabel('Your full name').fill('robin')
  await phone.getByLabel('Your language, and who you work for').fill('Portuguese, Bridge')
  await drawSignature(phone)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('alert')).toContainText('This must be another person')
  await phone.getByLabel('Your full name').fill('Ana Silva')
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(phone)).toHaveText('The witness signs now')
  await phone.getByLabel('Your full name').fill('Sam Reed')
  await phone.getByLabel('How you know the person who signed').fill('Friend')
  await phone.getByRole('radio', { name: 'Type my name' }).check()
  await phone.getByRole('button', { name: 'Sign and send' }).click()
  await expect(heading(phone)).toHaveText('Your consent is signed')

  await page.reload()
  await openSection(page, 'Understanding and conversation')
  await expect(page.getByText('Ana Silva, Portuguese, Bridge')).toBeVisible()
  await expect(page.getByText('Sam Reed, Friend')).toBeVisible()
})

test('somebody signs for a person who cannot, before a witness, by keyboard alone', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const sent = await sendConsent(page)
  await readToTheEnd(phone, sent)
  await confirmEverything(phone)
  await phone.locator('summary', { hasText: 'I need help to sign' }).focus()
  await phone.keyboard.press('Enter')
  const type = async (label: string, words: string) => {
    await phone.getByLabel(label).focus()
    await phone.keyboard.type(words)
  }
  const choose = async (name: string) => {
    await phone.getByRole('radio', { name }).focus()
    await phone.keyboard.press('Space')
  }
  const press = async (name: string) => {
    await phone.getByRole('button', { name }).focus()
    await phone.keyboard.press('Enter')
  }
  await choose('Someone else will sign for me')
  await expect(phone.getByRole('checkbox', { name: 'A witness will sign too' })).toBeDisabled()
  await type('Full name of the person who signs for them', 'Sam Reed')
  await choose('Type my name')
  await press('Continue')
  await expect(phone.getByRole('alert')).toContainText('Choose why you need help')
  await expectAccessible(phone)
  await choose('I cannot use my hands well enough')
  await type('Name of the person who agrees to the treatment', 'Robin')
  await phone.getByRole('checkbox', { name: /said that I may sign for them/ }).focus()
  await phone.keyboard.press('Space')
  await press('Continue')
  await expect(heading(phone)).toHaveText('The witness signs now')
  await type('Your full name', 'Ana Silva')
  await type('How you know the person who signed', 'Neighbour')
  await choose('Type my name')
  await press('Sign and send')
  await expect(heading(phone)).toHaveText('Your consent is signed')
  await page.goto(`/clinic/consents/${sent.consentId}`)
  await openSection(page, 'Signatures')
  await expect(page.getByText('Signed for Robin, who agreed to it before a witness')).toBeVisible()
})
