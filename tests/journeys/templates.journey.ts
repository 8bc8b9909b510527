import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'
import { ask } from './people.ts'

type Side = 'admin' | 'clinic'
type Saved = { id: string; versionId: string; name: string }

/** A name that nothing else has. */
const newName = (begin: string) => `${begin} ${randomUUID().slice(0, 8)}`

const wording = (name: string, risks: string) => ({
  name,
  treatmentType: 'Dental Fillings',
  description: 'White filling',
  sections: [
    { id: 1, title: 'Treatment Description', content: '<p>We place a white filling.</p>' },
    { id: 2, title: 'Risks and Complications', content: `<p>${risks}</p>` },
  ],
  metadata: { requiresTooth: true, requiresDiagnosis: false },
})

/** A template with two versions, made through the API as the person who is signed in on this page. */
async function makeTemplate({ request }: Page, side: Side, name: string): Promise<Saved> {
  const first = await ask<Saved>(request, `${side}/templates`, wording(name, 'The tooth may ache.'))
  const answer = await request.put(`/api/${side}/templates/${first.id}`, {
    data: {
      ...wording(name, 'The tooth may throb.'),
      versionId: first.versionId,
      reason: 'Plainer words',
      change: 'cosmetic',
    },
  })
  expect(answer.ok()).toBe(true)
  return (await answer.json()) as Saved
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Opens the menu of this name and chooses from it. */
async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page
    .getByRole('menu', { name: menu, exact: true })
    .getByRole('menuitem', { name: item, exact: true })
    .click()
}

/** Agrees to the question that is open, which reads like this. */
async function agree(page: Page, question: string, button: string): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(question)
  await expectDialogAccessible(page)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

test('super administrators find, view and delete templates', async ({ page, signIn }) => {
  const name = newName('Composite')
  await signIn(page, 'Rowan')
  const { id } = await makeTemplate(page, 'admin', name)

  await page.goto('/templates/consent')
  await expect(heading(page)).toHaveText('Consent Templates')
  await expect(page.getByRole('link', { name: 'Create Template' })).toHaveAttribute(
    'href',
    '/admin/consents/new',
  )
  await page.getByLabel('Search templates').fill(name.toUpperCase())
  await expect(page).toHaveURL(/q=COMPOSITE/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row(page, name)).toContainText('White filling')
  await expect(row(page, name)).toContainText('Dental Fillings')
  await expect(row(page, name)).toContainText('Active')
  await expect(page.getByRole('link', { name: `Edit ${name}` })).toHaveAttribute(
    'href',
    `/admin/consents/${id}/edit`,
  )
  await expectAccessible(page)

  await choose(page, `More actions for ${name}`, 'Change status')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Retired' }).check()
  await expectDialogAccessible(page)
  await dialog.getByRole('button', { name: 'Save status' }).click()
  await expect(row(page, name)).toContainText('Retired')
  await page.getByLabel('Status').selectOption('Retired')
  await expect(page).toHaveURL(/status=retired/)
  await expect(row(page, name)).toBeVisible()

  await page.getByRole('link', { name: `View ${name}` }).click()
  await expect(page).toHaveURL(`/templates/consent/${id}/view`)
  await expect(heading(page)).toHaveText(name)
  await expect(page.locator('dt:text-is("Subtype") + dd')).toHaveText('-')
  await page.goBack()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, name)).toBeVisible()
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await agree(page, 'Are you sure you want to delete this template?', 'Delete')
  await expect(page.getByText('No templates found. Try adjusting your search or filters.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/templates/consent/${id}/view`)
  await expect(heading(page)).toHaveText('Template not found')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to templates' }).click()
  await expect(page).toHaveURL('/templates/consent')
})

test('what cannot be loaded or deleted is told in plain words', async ({ page, signIn }) => {
  const name = newName('Composite')
  await signIn(page, 'Rowan')
  const { id } = await makeTemplate(page, 'admin', name)
  await page.goto(`/templates/consent?q=${name}`)
  await page.route(`**/api/admin/templates/${id}`, (route) => route.abort())
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await agree(page, 'Are you sure you want to delete this template?', 'Delete')
  await expect(page.getByRole('alertdialog', { name: 'Failed to delete template' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('link', { name: `View ${name}` }).click()
  await expect(heading(page)).toHaveText('Failed to load template')
  await expect(page.getByRole('link', { name: 'Back to templates' })).toBeVisible()
  await page.unroute(`**/api/admin/templates/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText(name)

  await page.route('**/api/admin/templates?*', (route) => route.abort())
  await page.goto('/templates/consent')
  await expect(heading(page)).toHaveText('Failed to load templates')
})

test('versions are compared word by word, and an old one comes back', async ({ page, signIn }) => {
  const name = newName('Composite')
  await signIn(page, 'Rowan')
  const { id } = await makeTemplate(page, 'admin', name)
  await page.goto(`/templates/consent?q=${name}`)
  await choose(page, `More actions for ${name}`, 'Versions')
  await expect(page).toHaveURL(`/templates/consent/${id}/view#versions`)
  await expect(page.getByRole('heading', { name: 'Versions', exact: true })).toBeInViewport()
  await expect(page.getByText('1. Treatment Description')).toBeVisible()
  await expect(page.getByText('2. Risks and Complications')).toBeVisible()
  await expect(page.getByText('The tooth may throb.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Template' })).toBeVisible()
  await expect(row(page, 'Plainer words')).toContainText('Rowan Pemberton')
  await expect(row(page, 'Plainer words')).toContainText('Current')

  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('1 part differs.')).toBeVisible()
  await expect(page.getByRole('deletion')).toHaveText('Removed: ache (end)')
  await expect(page.getByRole('insertion')).toHaveText('Added: throb (end)')
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Restore version/ }).click()
  await agree(page, 'Its text is saved as a new version', 'Restore')
  await expect(page.getByText('The tooth may ache.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Restore version/ })).toHaveCount(2)
})

test('whoever has saved a template sees it among the consents', async ({ page, signIn }) => {
  const name = newName('Composite')
  await signIn(page, 'Rowan')
  const { id } = await makeTemplate(page, 'admin', name)
  await page.goto(`/admin/consents?tab=templates&saved=${id}`)
  await expect(row(page, name)).toContainText('Just saved')
  await expect(page.getByText('Just saved')).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Consents', exact: true }).last().click()
  await expect(page).toHaveURL('/admin/consents')
})

test('a practice reads the platform’s templates and changes its own', async ({ page, signIn }) => {
  const name = newName('Composite')
  await signIn(page, 'Siân')
  const { id } = await makeTemplate(page, 'clinic', name)
  await page.goto('/clinic/templates?owner=platform')
  await expect(heading(page)).toHaveText('Templates')
  const platform = page.getByRole('rowheader').first()
  await expect(row(page, 'Platform').first()).toBeVisible()
  await expectAccessible(page)
  await platform.getByRole('link').click()
  await expect(page.getByText('This template is managed by Candour.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit Template' })).toHaveCount(0)
  await expect(page.getByText('Included with Candour').first()).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/clinic/templates?q=${name}`)
  await choose(page, `Actions for ${name}`, 'Duplicate')
  await expect(row(page, `${name} (Copy)`)).toContainText('Our own')
  await choose(page, `Actions for ${name}`, 'Save as personal copy')
  await expect(row(page, `${name} (Personal)`)).toContainText('Never')
  await page.getByLabel('Treatment type').selectOption('Dental Crown')
  await expect(page.getByText('No templates found. Try adjusting your search or filters.')).toBeVisible()
  await page.getByLabel('Treatment type').selectOption('Dental Fillings')
  await expect(page).toHaveURL(/type=Dental(\+|%20)Fillings/)
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('link', { name: 'Personal', exact: true }).click()
  await expect(page).toHaveURL(/owner=personal/)
  await expect(row(page, `${name} (Personal)`)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await choose(page, `Actions for ${name} (Personal)`, 'Delete')
  await agree(page, 'Are you sure you want to delete this template?', 'Delete')
  await expect(page.getByText('No templates found. Try adjusting your search or filters.')).toBeVisible()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('link', { name: `${name} White filling` }).click()
  await expect(page).toHaveURL(`/clinic/templates/${id}`)
  await expect(page.getByRole('link', { name: 'Edit Template' })).toHaveAttribute(
    'href',
    `/clinic/templates/${id}/edit`,
  )
})

test('templates open only to those who manage them, treatments to everybody', async ({ page, signIn }) => {
  await signIn(page, 'Sam')
  await page.goto('/clinic/templates')
  await expect(page).toHaveURL('/clinic')
  await page.goto('/clinic/treatments')
  await expect(heading(page)).toHaveText('Treatments')
  await page.getByText('Root Canal Therapy').click()
  await expect(page.getByText('Molar Root Canal', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add|^Actions for|^Rename|^Remove/ })).toHaveCount(0)
})

/** Types into the dialog that is open and sends it. */
async function fillDialog(page: Page, fields: Record<string, string>, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await expectDialogAccessible(page)
  await dialog.getByRole('button', { name: button, exact: true }).click()
}

const treatmentPages = [
  { who: 'Rowan', at: '/admin/consent-templates', title: 'Treatment types' },
  { who: 'Siân', at: '/clinic/treatments', title: 'Treatments' },
]

for (const { who, at, title } of treatmentPages) {
  test(`${who} adds, renames and removes treatment types and subtypes`, async ({ page, signIn }) => {
    const name = newName('Sleep appliances')
    await signIn(page, who)
    await page.goto(at)
    await expect(heading(page)).toHaveText(title)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Add treatment type' }).click()
    await fillDialog(page, { Name: '' }, 'Add treatment type')
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
    await expect(page.getByRole('dialog')).toContainText('Enter a name')
    await fillDialog(page, { Name: name, Subtypes: 'Snoring splint\nNight guard' }, 'Add treatment type')
    await page.getByLabel('Search treatment types').fill(name)
    const subtypes = page.getByRole('list', { name: `Subtypes of ${name}` })
    await expect(subtypes.getByRole('listitem')).toHaveText(['Snoring splint', 'Night guard'])
    await expectAccessible(page)

    await page.getByRole('button', { name: `Add subtype to ${name}` }).click()
    await fillDialog(page, { 'Name of the subtype': 'night GUARD' }, 'Add subtype')
    await expect(page.getByRole('dialog')).toContainText(
      'This treatment type already has a subtype with this name.',
    )
    await fillDialog(page, { 'Name of the subtype': 'Tongue holder' }, 'Add subtype')
    await expect(subtypes.getByRole('listitem')).toHaveCount(3)
    await page.getByRole('button', { name: 'Rename Snoring splint' }).click()
    await fillDialog(page, { 'Name of the subtype': 'Snoring appliance' }, 'Rename')
    await expect(subtypes.getByRole('listitem')).toHaveText([
      'Snoring appliance',
      'Night guard',
      'Tongue holder',
    ])
    await page.getByRole('button', { name: 'Remove Night guard' }).click()
    await agree(page, `Remove Night guard from ${name}?`, 'Remove')
    await expect(subtypes.getByRole('listitem')).toHaveText(['Snoring appliance', 'Tongue holder'])

    await choose(page, `Actions for ${name}`, 'Edit')
    await fillDialog(page, { Description: 'Worn at night' }, 'Save changes')
    await expect(page.getByText('Worn at night')).toBeVisible()
    await choose(page, `Actions for ${name}`, 'Deactivate')
    await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
    await choose(page, `Actions for ${name}`, 'Delete')
    await agree(page, 'Its 2 subtypes are deleted too.', 'Delete')
    await expect(page.getByText('No treatment types found')).toBeVisible()
  })
}

test('a practice adds to the platform’s treatment types, and changes nothing of them', async ({
  page,
  signIn,
}) => {
  const subtype = newName('Zirconia')
  await signIn(page, 'Siân')
  await page.goto('/clinic/treatments?q=Dental Crown')
  await expect(page.getByRole('button', { name: 'Actions for Dental Crown' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add subtype to Dental Crown' }).click()
  await fillDialog(page, { 'Name of the subtype': subtype }, 'Add subtype')
  const own = page.getByRole('listitem').filter({ hasText: subtype }).last()
  await expect(own).toContainText('Our own')
  await expect(page.getByRole('button', { name: 'Rename Porcelain Crown' })).toHaveCount(0)
  await page.getByRole('button', { name: `Remove ${subtype}` }).click()
  await agree(page, `Remove ${subtype} from Dental Crown?`, 'Remove')
  await expect(own).toHaveCount(0)
})

test('the platform’s list is put in order', async ({ page, signIn }) => {
  await signIn(page, 'Rowan')
  await page.goto('/admin/consent-templates')
  await page.getByRole('button', { name: 'Add missing defaults' }).click()
  await expect(page.getByRole('status').filter({ hasText: /No defaults were missing|Added/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove duplicates' }).click()
  await agree(page, 'the first is kept with all their subtypes', 'Remove duplicates')
  await expect(page.getByText('There were no duplicates.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'New template' })).toHaveAttribute(
    'href',
    '/admin/consent-templates/new',
  )
  await page.getByRole('link', { name: 'Templates and their versions' }).click()
  await expect(heading(page)).toHaveText('Consent Templates')
})
