import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type { Template } from '../../contract/templates.ts'
import type { Translation } from '../../contract/translations.ts'
import { countEncryptedDrafts, storedText } from './browser-storage.ts'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page) => page.getByLabel('Title in Welsh')
const text = (page: Page) => page.getByRole('textbox', { name: 'Text in Welsh' })
const isChecked = (page: Page) => page.getByRole('checkbox', { name: 'Checked by a person' })
const isCompared = (page: Page) => page.getByRole('checkbox', { name: 'Matches the current English' })
/** One section, by its number among the others. */
const section = (page: Page, number: number) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: new RegExp(`^${number}\\. `) }) })
const toggle = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^${number}\\. `) })
const unchecked = 'Machine drafted, not yet checked by a person'
const stale = 'The English has changed since'

async function ask<T>(page: Page, method: 'post' | 'put' | 'get', path: string, data?: object): Promise<T> {
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await page.request[method](`/api/clinic/templates${path}`, {
    headers,
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok(), `${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as T
}

const english = [
  { id: 1, title: 'Treatment Description', content: '<p>A guard for {{tooth}}.</p>' },
  { id: 2, title: 'Benefits', content: '<p>It protects your teeth.</p>' },
]
const fieldsOf = (name: string) => ({ name, treatmentType: 'Other', sections: english })
/** A template of the practice of whoever is signed in on this page. */
const makeTemplate = (page: Page) =>
  ask<Template>(page, 'post', '', fieldsOf(`Night guard ${randomUUID().slice(0, 8)}`))
/** Somebody saves its English with other words in the first section. */
const editEnglish = (page: Page, { id, name, versionId }: Template, content: string) =>
  ask<Template>(page, 'put', `/${id}`, {
    ...{ ...fieldsOf(name), versionId },
    sections: [{ ...english[0], content }, english[1]],
  })
const welshPath = ({ id }: Pick<Template, 'id'>) => `/clinic/templates/${id}/translations/cy/standard`
const readWelsh = async (page: Page, { id }: Pick<Template, 'id'>) =>
  (await ask<Translation[]>(page, 'get', `/${id}/translations`))[0]!
const part = (sectionId: number, content: string) => ({
  ...{ sectionId, title: `Rhan ${sectionId}`, content: `<p>${content}</p>` },
  ...{ status: 'machine', isCompared: false },
})
/** A Welsh translation with both sections, as a machine left it. */
const saveWelsh = (page: Page, { id }: Pick<Template, 'id'>, translationId: string | null, first: string) =>
  ask<Translation>(page, 'put', `/${id}/translations/cy/standard`, {
    ...{ translationId, sections: [part(1, first), part(2, 'Mae’n diogelu eich dannedd.')] },
  })

async function save(page: Page): Promise<void> {
  await button(page, 'Save Translation').click()
  await expect(page.getByText('Welsh is saved.').first()).toBeVisible()
  await expect(page.getByText('You have unsaved changes.')).toHaveCount(0)
  await button(page, 'Dismiss').first().click()
}

test('a template is put into Welsh, follows its English, and is taken away again', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  const panel = page.getByRole('region', { name: 'Languages and formats' })
  await page.goto(`/clinic/templates/${template.id}`)

  await test.step('English itself cannot be added; Welsh can', async () => {
    await expect(panel.getByText('This template is in English only.')).toBeVisible()
    await panel.getByLabel('Language').selectOption('English')
    await button(panel, 'Add').click()
    await expect(panel.getByText(/^English is the template itself\./)).toBeVisible()
    await expectAccessible(page)
    await panel.getByLabel('Language').selectOption('Welsh')
    await button(panel, 'Add').click()
    await expect(page).toHaveURL(welshPath(template))
    await expect(page.getByRole('heading', { level: 1, name: 'Welsh' })).toBeVisible()
  })

  await test.step('Nothing written is told, and nothing is saved', async () => {
    await expect(section(page, 1).getByText('Not translated yet')).toBeVisible()
    await button(page, 'Save Translation').click()
    await expect(page.getByRole('alert')).toContainText('Translate at least one section')
  })

  await test.step('One section is saved as a machine drafted it, another one checked', async () => {
    await title(page).fill('Disgrifiad o’r driniaeth')
    await text(page).fill('Gard ar gyfer {{dant}}.')
    await expect(text(page)).toHaveAttribute('lang', 'cy')
    await button(page, 'Save Translation').click()
    await expect(page.getByRole('alert')).toContainText('The text has a placeholder that does not exist.')
    await expect(page.getByRole('alert')).toContainText('{{dant}}')
    await expect(title(page)).toHaveValue('Disgrifiad o’r driniaeth')
    await text(page).fill('Gard ar gyfer y dant.')
    await toggle(page, 2).click()
    await expect(toggle(page, 1)).toHaveAttribute('aria-expanded', 'false')
    await title(page).fill('Manteision')
    await text(page).fill('Mae’n diogelu eich dannedd.')
    await isChecked(page).check()
    await expect(page.getByText('Once saved, your name is recorded.')).toBeVisible()
    await save(page)
    await expect(section(page, 1).getByText(unchecked)).toBeVisible()
    await expect(section(page, 2).getByText('Checked by Siân Rees')).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await button(page, 'Download for translators (XLIFF)').click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^night-guard-.*-cy-standard\.xlf$/)
    expect(readFileSync(await file.path(), 'utf8')).toContain('<target>Gard ar gyfer y dant.</target>')
    await button(page, 'Read').click()
    await expect(page.getByText('Mae’n diogelu eich dannedd.')).toBeVisible()
    await expect(page.getByText('Gard ar gyfer y dant.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to the template' }).first().click()
    await expect(panel.getByText(unchecked)).toBeVisible()
    await expect(panel.getByText('1 of 2 parts checked.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('The English changes: what says it is stale until somebody has compared them', async () => {
    await editEnglish(page, template, '<p>Another guard for {{tooth}}.</p>')
    await page.reload()
    await expect(panel.getByText(stale, { exact: true })).toBeVisible()
    await panel.getByRole('link', { name: 'Open Welsh' }).click()
    await expect(section(page, 1).getByText(stale, { exact: true })).toBeVisible()
    await expect(section(page, 2).getByText(stale, { exact: true })).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'English' })).toContainText('Another guard for')
    await isCompared(page).check()
    await isChecked(page).check()
    await expectAccessible(page)
    await save(page)
    await expect(section(page, 1).getByText(stale, { exact: true })).toHaveCount(0)
    await expect(isCompared(page)).toHaveCount(0)
    await page.goto(`/clinic/templates/${template.id}`)
    await expect(panel.getByText('Checked by Siân Rees')).toBeVisible()
    await expect(panel.getByText(stale, { exact: true })).toHaveCount(0)
  })

  await test.step('It is removed after one question', async () => {
    await button(panel, 'Remove Welsh').click()
    await expectDialogAccessible(page)
    await button(page.getByRole('alertdialog'), 'Cancel').click()
    await expect(panel.getByRole('link', { name: 'Open Welsh' })).toBeVisible()
    await button(panel, 'Remove Welsh').click()
    await button(page.getByRole('alertdialog'), 'Remove').click()
    await expect(panel.getByText('This template is in English only.')).toBeVisible()
  })
})

test('what two people write at once is brought together, and a failed save keeps everything', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  const { id } = await saveWelsh(page, template, null, 'Gard.')
  await page.goto(welshPath(template))
  await text(page).fill('Fy ngeiriau i.')

  await test.step('A save that fails says so, and loses nothing', async () => {
    await page.route('**/translations/cy/standard', (route) => route.abort())
    await button(page, 'Save Translation').click()
    await expect(page.getByRole('alert')).toContainText('Network error.')
    await expect(text(page)).toHaveText('Fy ngeiriau i.')
    await page.unroute('**/translations/cy/standard')
  })

  await test.step('Theirs is shown below, and either can be kept', async () => {
    const theirs = await saveWelsh(page, template, id, 'Eu geiriau nhw.')
    await button(page, 'Save Translation').click()
    const told = page.getByRole('alertdialog')
    await expect(told).toContainText('Someone else has saved this translation')
    await expectDialogAccessible(page)
    await button(told, 'OK').click()
    await expect(text(page)).toHaveText('Fy ngeiriau i.')
    await expect(page.getByText('Eu geiriau nhw.')).toBeVisible()
    await expectAccessible(page)
    expect((await readWelsh(page, template)).id).toBe(theirs.id)
    await save(page)
    expect((await readWelsh(page, template)).sections[0]!.content).toBe('<p>Fy ngeiriau i.</p>')
  })

  await test.step('English that was changed meanwhile is shown before anything counts as saying it', async () => {
    await text(page).fill('Geiriau newydd.')
    await editEnglish(page, template, '<p>Something else.</p>')
    await button(page, 'Save Translation').click()
    const told = page.getByRole('alertdialog')
    await expect(told).toContainText('The English has changed')
    await button(told, 'OK').click()
    await expect(page.getByText('The English of this section has changed since you began.')).toBeVisible()
    await expect(page.getByRole('group', { name: 'English' })).toContainText('Something else.')
    await expect(text(page)).toHaveText('Geiriau newydd.')
    await save(page)
    expect(await readWelsh(page, template)).toMatchObject({ isStale: false })
  })
})

test('unsaved writing is asked about, kept in this tab, and offered again', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  await page.goto(welshPath(template))
  await title(page).fill('Disgrifiad')
  await page.getByRole('link', { name: 'Back to the template' }).first().click()
  const asked = page.getByRole('alertdialog')
  await expect(asked).toContainText('Leave without saving?')
  await expect(asked).toContainText('They stay in this tab until you sign out')
  await expect.poll(() => countEncryptedDrafts(page)).toBe(1)
  expect(await storedText(page)).not.toContain('Disgrifiad')
  await button(asked, 'Keep editing').click()
  await expect(title(page)).toHaveValue('Disgrifiad')
  await page.getByRole('link', { name: 'Back to the template' }).first().click()
  await button(asked, 'Leave').click()
  await expect(page).toHaveURL(new RegExp(`/clinic/templates/${template.id}$`))
  await page.goto(welshPath(template))
  await expect(page.getByRole('heading', { name: /^You have unsaved changes from/ })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Restore').click()
  await expect(title(page)).toHaveValue('Disgrifiad')
  await text(page).fill('Testun.')
  await save(page)
  await page.reload()
  await expect(title(page)).toHaveValue('Disgrifiad')
})

test('Urdu runs from right to left, and whoever may not change a template reads', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  await page.goto(`/clinic/templates/${template.id}/translations/ur/standard`)
  const urduTitle = page.getByLabel('Title in Urdu')
  await expect(urduTitle).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('textbox', { name: 'Text in Urdu' })).toHaveAttribute('dir', 'rtl')
  await urduTitle.fill('علاج')
  await button(page, 'Save Translation').click()
  await expect(page.getByText('Urdu is saved.').first()).toBeVisible()
  await button(page, 'Read').click()
  const written = page.getByRole('group', { name: 'Urdu' }).first().getByText('علاج')
  await expect(written).toHaveAttribute('lang', 'ur')
  await expect(written).toHaveCSS('direction', 'rtl')
  await expectAccessible(page)

  // The platform's templates are read by a practice, and changed by nobody of it.
  const { rows } = await ask<{ rows: { id: string }[] }>(page, 'get', '?owner=platform')
  await page.goto(`/clinic/templates/${rows[0]!.id}`)
  await expect(page.getByRole('heading', { name: 'Languages and formats' })).toBeVisible()
  await expect(button(page, 'Add')).toHaveCount(0)
  await page.goto(`/clinic/templates/${rows[0]!.id}/translations/ur/standard`)
  await expect(page.getByText('This section is not translated yet.').first()).toBeVisible()
  await expect(button(page, 'Save Translation')).toHaveCount(0)
  await expectAccessible(page)
})

test('a super administrator writes Easy Read of a template of the platform', async ({ page, signIn }) => {
  await signIn(page, 'Rowan')
  const answer = await page.request.post('/api/admin/templates', {
    headers: { 'idempotency-key': randomUUID() },
    data: fieldsOf(`Night guard ${randomUUID().slice(0, 8)}`),
  })
  const { id } = (await answer.json()) as Template
  await page.goto(`/templates/consent/${id}/view`)
  await page.getByLabel('Language', { exact: true }).selectOption('English')
  await page.getByLabel('Format', { exact: true }).selectOption('Easy Read')
  await button(page, 'Add').click()
  await expect(page).toHaveURL(`/admin/consent-templates/${id}/translations/en/easy-read`)
  await page.getByLabel('Title in English Easy Read').fill('What we do')
  await page.getByRole('textbox', { name: 'Text in English Easy Read' }).fill('We make a guard.')
  await button(page, 'Save Translation').click()
  await expect(page.getByText('English Easy Read is saved.').first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/templates/consent/${id}/view`)
  await expect(page.getByRole('link', { name: 'Open English Easy Read' })).toBeVisible()
})
