import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Template } from '../../contract/templates.ts'
import { expect, expectAccessible, expectDialogAccessible, test as base } from './journey.ts'
import { linkFor, tokenOf } from './sent-mails.ts'
import { ask, newPerson } from './people.ts'

type Practice = {
  /** The browser of somebody who owns a new practice: what it asks of its templates disturbs nobody else. */
  owner: Page
  /** The browser of a dentist on their staff, who writes templates as well. */
  dentist: Page
}

const dentistNumber = '271905'
const dentistName = 'Noor Sato'
const dentistWithNumber = `${dentistName} (GDC ${dentistNumber})`

const test = base.extend<Practice>({
  owner: async ({ page }, use) => {
    const { email, firstName, lastName, password } = newPerson()
    await ask(page.request, 'registration', { email, as: 'practice' })
    const token = tokenOf(await linkFor(email, '/register'))
    const practice = { name: `${lastName} Dental`, timeZone: 'Europe/London' }
    await ask(page.request, 'registration/finish', { token, firstName, lastName, password, practice })
    await use(page)
  },
  dentist: async ({ owner, phone }, use) => {
    const { email, password } = newPerson()
    const [firstName, lastName] = dentistName.split(' ')
    await ask(owner.request, 'clinic/staff', {
      ...{ email, firstName, lastName, role: 'clinic_staff', permissionLevel: 3, permissions: {} },
      ...{ isClinician: true, jobTitle: 'Dentist', gdcNumber: dentistNumber },
      ...{ loginHoursRestricted: false, loginHours: {} },
    })
    const token = tokenOf(await linkFor(email, '/register'))
    await ask(phone.request, 'registration/finish', { token, firstName, lastName, password })
    await use(phone)
  },
})

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** A part of the page, by its heading. */
const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const viewPath = ({ id }: Pick<Template, 'id'>) => `/clinic/templates/${id}`

const wording = (name: string, risk: string) => ({
  name,
  treatmentType: 'Dental Fillings',
  sections: [
    { id: 1, title: 'Treatment Description', content: '<p>We place a white filling.</p>' },
    { id: 2, title: 'Risks and Complications', content: `<p>${risk}</p>` },
  ],
  metadata: { requiresTooth: false, requiresDiagnosis: false },
})

const newName = (begin: string) => `${begin} ${randomUUID().slice(0, 8)}`
const make = ({ request }: Page, name: string, risk: string) =>
  ask<Template>(request, 'clinic/templates', wording(name, risk))

async function put<T>({ request }: Page, path: string, data: object): Promise<T> {
  const answer = await request.put(`/api/clinic/${path}`, { data })
  expect(answer.ok(), `${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as T
}
const save = (page: Page, { id, versionId, name }: Template, risk: string) =>
  put<Template>(page, `templates/${id}`, { ...wording(name, risk), versionId, reason: 'Plainer words' })
const askForApproval = (page: Page) => put(page, 'template-rules', { needsApproval: true })

/** A consent of this template, sent by whoever is signed in on this page to a new patient. */
async function send(page: Page, { id: templateId }: Template, lastName: string): Promise<void> {
  const { request } = page
  const patient = await ask<{ id: string }>(request, 'clinic/patients', {
    ...{ firstName: 'Robin', lastName, dateOfBirth: '1975-09-30' },
  })
  const clinicians = await request.get('/api/clinic/clinicians')
  const [clinician] = (await clinicians.json()) as { id: string }[]
  const consent = { patientId: patient.id, clinicianId: clinician!.id, items: [{ templateId }] }
  const { id } = await ask<{ id: string }>(request, 'clinic/consents', consent)
  await ask(request, `clinic/consents/${id}/send`, { by: 'link', unaskedAcknowledged: true })
}

/** Chooses from the menu of a template's page. */
async function choose(page: Page, { name }: Pick<Template, 'name'>, item: string): Promise<void> {
  await button(page, `More actions for ${name}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Answers a version that waits, through the dialog, which must be accessible. */
async function answer(page: Page, how: string, comment: string): Promise<void> {
  await button(page, how).click()
  await expectDialogAccessible(page)
  await dialog(page).getByRole('textbox').fill(comment)
  await button(dialog(page), how).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Agrees to the question that is open, which reads like this. */
async function agree(page: Page, question: string, name: string): Promise<void> {
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText(question)
  await expectDialogAccessible(page)
  await button(asked, name).click()
}

test('a practice asks for approval, and a new template is used once a colleague has read it', async ({
  owner,
  dentist,
}) => {
  const name = newName('Onlay')
  await owner.goto('/clinic/settings?section=templates')
  const rule = owner.getByRole('checkbox', { name: 'New template versions need approval' })
  await expect(rule).not.toBeChecked()
  await rule.check()
  await button(owner, 'Save template settings').click()
  await expect(owner.getByText('Settings saved. They apply the next time a template is saved.')).toBeVisible()
  await expectAccessible(owner)
  await owner.reload()
  await expect(rule).toBeChecked()

  await owner.goto('/clinic/templates/new')
  await expect(owner.getByText('the new template is a draft until someone else approves it')).toBeVisible()
  const template = await make(owner, name, 'The tooth may ache.')
  await owner.goto(viewPath(template))
  await expect(part(owner, 'This template is a draft')).toBeVisible()
  await expect(button(owner, 'Approve')).toHaveCount(0)
  await expectAccessible(owner)

  await test.step('Nobody does without', async () => {
    await choose(owner, template, 'Change status')
    await dialog(owner)
      .getByRole('radio', { name: /^Active/ })
      .check()
    await button(dialog(owner), 'Save status').click()
    await expect(dialog(owner).getByRole('alert')).toContainText(
      'Your practice requires approval by someone other than the author. Send the template for review.',
    )
    await button(dialog(owner), 'Cancel').click()
  })
  await button(owner, 'Send for review').click()
  await expect(part(owner, 'Version 1.0 is in review')).toContainText('Someone else must approve this.')
  await expect(button(owner, 'Approve')).toHaveCount(0)
  await expectAccessible(owner)

  await dentist.goto('/clinic')
  await expectAccessible(dentist)
  await dentist.getByRole('link', { name: '1 template awaiting approval' }).click()
  await expect(dentist).toHaveURL('/clinic/templates?attention=approval')
  await expect(row(dentist, name)).toContainText('Waiting for approval')
  await expect(dentist.getByRole('rowheader')).toHaveCount(1)
  await expectAccessible(dentist)
  await dentist.getByRole('rowheader').getByRole('link').click()
  await answer(dentist, 'Approve', 'Read against the guidance.')
  await expect(dentist.getByText('Version 1.0 is approved and in use.')).toBeVisible()
  await expect(part(dentist, 'Version 1.0 is in review')).toHaveCount(0)
  await expect(part(dentist, 'Template review')).toContainText(`Approved by ${dentistWithNumber}`)
  await expect(part(dentist, 'Template review')).toContainText('Read against the guidance.')
  await expectAccessible(dentist)
})

test('a change waits for a colleague, who asks for another before it is used', async ({ owner, dentist }) => {
  const name = newName('Composite')
  const template = await make(owner, name, 'The tooth may ache.')
  await send(dentist, template, 'Before')
  await askForApproval(owner)

  await test.step('The author saves it, and is not the one who approves it', async () => {
    await owner.goto(`${viewPath(template)}/edit`)
    await expect(
      owner.getByText('the version in use stays until someone else approves the new one'),
    ).toBeVisible()
    await owner.getByLabel('Description', { exact: true }).fill('For a tooth with decay.')
    await owner.getByLabel('Reason for the change').fill('Said what it is for')
    await expectAccessible(owner)
    await button(owner, 'Update Template').click()
    await expect(owner.getByText('Saved. Version 2.0 is awaiting approval')).toBeVisible()
    await owner.goto('/clinic/templates?owner=own')
    await expect(row(owner, name)).toContainText('Waiting for approval')
    await row(owner, name).getByRole('rowheader').getByRole('link').click()
    await expect(part(owner, 'Version 2.0 is awaiting approval')).toContainText(
      'Someone else must approve this.',
    )
    await expect(button(owner, 'Approve')).toHaveCount(0)
    await expect(owner.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(owner.getByText('For a tooth with decay.')).toHaveCount(0)
    await expectAccessible(owner)
  })
  await test.step('A colleague compares it with the one in use, and asks for a change', async () => {
    await dentist.goto(viewPath(template))
    const waiting = part(dentist, 'Version 2.0 is awaiting approval')
    await expect(waiting).toContainText('Material change, saved by')
    await expect(waiting).toContainText('Said what it is for')
    await button(dentist, 'Compare with the version in use').click()
    await expect(dentist.getByRole('heading', { name: 'Version 1.0 and version 2.0' })).toBeFocused()
    await expect(waiting).toContainText('1 part differs.')
    await expectAccessible(dentist)
    await button(dentist, 'Request changes').click()
    await button(dialog(dentist), 'Request changes').click()
    await expect(dialog(dentist)).toContainText('Enter the changes needed.')
    await expect(dialog(dentist).getByLabel('Changes needed')).toBeFocused()
    await expectDialogAccessible(dentist)
    await button(dialog(dentist), 'Cancel').click()
    await answer(dentist, 'Request changes', 'Say which decay.')
    await expect(waiting).toContainText(`${dentistWithNumber} requested changes`)
  })
  await test.step('The author reads it, and goes on from the text that waits', async () => {
    await owner.reload()
    await expect(part(owner, 'Version 2.0 is awaiting approval')).toContainText('Say which decay.')
    await expectAccessible(owner)
    await owner.getByRole('link', { name: 'Change the text' }).click()
    const description = owner.getByLabel('Description', { exact: true })
    await expect(description).toHaveValue('For a tooth with decay.')
    await description.fill('For a tooth with deep decay.')
    await button(owner, 'Update Template').click()
    await expect(owner.getByText('Saved. Version 3.0 is awaiting approval')).toBeVisible()
  })
  await test.step('What was meant for the earlier one does not approve the newer one', async () => {
    await button(dentist, 'Approve').click()
    await button(dialog(dentist), 'Approve').click()
    await expect(dialog(dentist).getByRole('alert')).toContainText('A newer version has been saved.')
    await button(dialog(dentist), 'Cancel').click()
  })
  await test.step('Once it is approved, new consents are made out of it, and no other', async () => {
    await expect(part(dentist, 'Version 3.0 is awaiting approval')).toBeVisible()
    await answer(dentist, 'Approve', '')
    await expect(part(dentist, /is awaiting approval/)).toHaveCount(0)
    await expect(dentist.getByText('For a tooth with deep decay.')).toBeVisible()
    await send(dentist, template, 'After')
    await dentist.reload()
    const underWay = dentist.getByRole('table', { name: 'Consents in progress' })
    await expect(underWay.getByRole('row').filter({ hasText: 'Robin Before' })).toContainText(
      /1\.0\s*Earlier/,
    )
    await expect(underWay.getByRole('row').filter({ hasText: 'Robin After' })).toContainText(/3\.0\s*Current/)
    await expect(dentist.getByRole('row').filter({ hasText: 'Version 3.0' })).toContainText(
      `Approved by ${dentistWithNumber}`,
    )
    await expectAccessible(dentist)
    await underWay.getByRole('link').first().click()
    await expect(dentist).toHaveURL(/\/clinic\/consents\//)
  })
  await test.step('Who retires it is told what is under way', async () => {
    await owner.goto(viewPath(template))
    await choose(owner, template, 'Change status')
    await dialog(owner)
      .getByRole('radio', { name: /^Retired/ })
      .check()
    await expect(dialog(owner)).toContainText(
      '2 consents from this template are in progress. They do not change',
    )
    await expectDialogAccessible(owner)
    await button(dialog(owner), 'Save status').click()
    await expect(owner.getByText(`${name}: Retired.`)).toBeVisible()
  })
})

test('two people who change what waits bring both together', async ({ owner, dentist }) => {
  const name = newName('Veneer')
  const template = await make(owner, name, 'The tooth may ache.')
  await askForApproval(owner)
  await owner.goto(`${viewPath(template)}/edit`)
  await owner.getByLabel('Description', { exact: true }).fill('For a front tooth.')
  await save(dentist, template, 'The tooth may throb.')
  await button(owner, 'Update Template').click()
  await expect(dialog(owner)).toContainText(`${dentistName} saved it on`)
  await expectDialogAccessible(owner)
  await button(dialog(owner), 'Save both together').click()
  await expect(owner.getByText('Saved. Version 3.0 is awaiting approval')).toBeVisible()
  await dentist.goto(viewPath(template))
  await expect(part(dentist, 'Wording')).toContainText('The tooth may ache.')
  await answer(dentist, 'Approve', '')
  await expect(part(dentist, 'Wording')).toContainText('The tooth may throb.')
  await expect(dentist.getByText('For a front tooth.')).toBeVisible()
})

test('a version that waits is taken back', async ({ owner }) => {
  const name = newName('Inlay')
  const template = await make(owner, name, 'The tooth may ache.')
  await askForApproval(owner)
  await save(owner, template, 'The tooth may throb.')
  await owner.goto(viewPath(template))
  await expect(row(owner, 'Version 2.0')).toContainText('Waiting for approval')
  await button(owner, 'Withdraw from review').click()
  await agree(owner, 'Withdraw version 2.0?', 'Withdraw from review')
  await expect(owner.getByText('Version 2.0 withdrawn from review.')).toBeVisible()
  await expect(part(owner, /is awaiting approval/)).toHaveCount(0)
  await expect(row(owner, 'Version 2.0')).not.toContainText('Waiting for approval')
  await button(owner, 'Restore version 2.0').click()
  await agree(owner, 'awaiting approval. The version in use stays until then.', 'Restore')
  await expect(part(owner, 'Version 3.0 is awaiting approval')).toBeVisible()
})

test('a template has a clinical owner and a review date, and is found when the date has passed', async ({
  owner,
}) => {
  const name = newName('Sealant')
  const template = await make(owner, name, 'It may come off.')
  await owner.goto(viewPath(template))
  const care = part(owner, 'Template review')
  await expect(care).toContainText('Not named')
  await expect(care).toContainText('No date set')
  await button(owner, 'Edit review details').click()
  await expectDialogAccessible(owner)
  const field = (label: string) => dialog(owner).getByLabel(label, { exact: true })
  await field('Clinical owner').fill('Dr Noor Sato')
  await field('GDC number of the clinical owner').fill('12')
  await field('Day').fill('31')
  await field('Month').fill('2')
  await field('Year').fill('2025')
  await button(dialog(owner), 'Save review details').click()
  await expect(dialog(owner).getByRole('alert')).toBeFocused()
  await expect(dialog(owner).getByRole('alert').getByRole('link')).toHaveText([
    'Enter a GDC number of 5 to 7 digits',
    'Enter a real date, or leave all three empty',
  ])
  await expectDialogAccessible(owner)
  await field('GDC number of the clinical owner').fill(dentistNumber)
  await field('Day').fill('28')
  await button(dialog(owner), 'Save review details').click()
  await expect(owner.getByText(`Review details of ${name} saved.`)).toBeVisible()
  await expect(care).toContainText(`Dr Noor Sato (GDC ${dentistNumber})`)
  await expect(care).toContainText('28 Feb 2025')
  await expect(care).toContainText('Review overdue')
  await expectAccessible(owner)

  await make(owner, newName('Bridge'), 'It may come off.')
  await owner.goto('/clinic/templates?owner=own')
  await expect(owner.getByRole('rowheader')).toHaveCount(2)
  await owner.getByLabel('Needs attention').selectOption('Review due')
  await expect(owner).toHaveURL(/attention=review/)
  await expect(owner.getByRole('rowheader')).toHaveCount(1)
  await expect(row(owner, name)).toContainText('Review overdue since 28 Feb 2025')
  await expectAccessible(owner)
})

test('newer wording of the source is taken in part by part, or left out', async ({ owner }) => {
  const name = newName('Crown')
  const source = await make(owner, name, 'The tooth may ache.')
  const copy = await ask<Template>(owner.request, `clinic/templates/${source.id}/duplicates`)
  const changed = await save(owner, source, 'The tooth may ache for a week.')

  await owner.goto('/clinic/templates?attention=offer')
  await expect(row(owner, copy.name)).toContainText('New wording available')
  await expect(owner.getByRole('rowheader')).toHaveCount(1)
  await owner.getByRole('rowheader').getByRole('link').click()
  const banner = owner.getByText('The template this was copied from has new wording')
  await expect(banner).toBeVisible()
  await expectAccessible(owner)

  await owner.getByRole('link', { name: 'Review the changes' }).click()
  await expect(dialog(owner).getByRole('heading', { name: `New wording of ${name}` })).toBeVisible()
  const choice = (label: string) => dialog(owner).getByRole('group', { name: `Which to keep: ${label}` })
  await expect(choice('Template Name').getByRole('radio', { name: 'Yours' })).toBeChecked()
  await expect(choice('Risks and Complications').getByRole('radio', { name: /^Theirs/ })).toBeChecked()
  await expectDialogAccessible(owner)
  await button(dialog(owner), 'Merge changes').click()
  await expect(owner.getByText('It is kept when you save the template.')).toBeVisible()
  await expect(owner.getByLabel('Template Name')).toHaveValue(copy.name)
  await expect(owner.getByLabel('Reason for the change')).toHaveValue(`Updated to the new wording of ${name}`)
  await expectAccessible(owner)
  await button(owner, 'Update Template').click()
  await expect(owner.getByText('Template updated.')).toBeVisible()
  await owner.goto(viewPath(copy))
  await expect(part(owner, 'Wording')).toContainText('The tooth may ache for a week.')
  await expect(banner).toHaveCount(0)

  await save(owner, changed, 'The tooth may ache for a fortnight.')
  await owner.reload()
  await expect(banner).toBeVisible()
  await button(owner, 'Skip').click()
  await agree(owner, 'Later changes to the other one are offered again.', 'Skip')
  await expect(owner.getByText('New wording skipped.')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(part(owner, 'Wording')).toContainText('The tooth may ache for a week.')
})
