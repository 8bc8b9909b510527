import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ExportedTemplate } from '../../contract/template-files.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { ask } from './people.ts'

const named = (words: string) => `${words} ${randomUUID().slice(0, 8)}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const makeTemplate = ({ request }: Page, name: string) =>
  ask<{ id: string }>(request, 'clinic/templates', {
    name,
    treatmentType: 'Other',
    sections: [{ id: 1, title: 'Benefits', content: '<p>You may sleep <strong>better</strong>.</p>' }],
  })

type File = { name: string; mimeType: string; buffer: Buffer }
const file = (name: string, text: string): File => ({
  ...{ name, mimeType: 'text/plain' },
  buffer: Buffer.from(text),
})
const choose = (page: Page, files: File[]) => page.locator('input[type=file]').setInputFiles(files)

/** Chooses from the menu beside the title. */
async function fromMenu(page: Page, item: string): Promise<void> {
  await button(page, 'Import or export').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** What is kept when something on the page is pressed. */
async function downloadFile(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download')
  await press()
  const download = await coming
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a template goes out, is changed elsewhere, and comes in as a new version', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const name = named('Night guard')
  const { id } = await makeTemplate(page, name)
  await page.goto('/clinic/templates')
  await expect(heading(page)).toHaveText('Templates')
  const json = await downloadFile(page, () => fromMenu(page, 'Export as JSON'))
  expect(json.name).toMatch(/^candour-templates-\d{4}-\d\d-\d\d\.json$/)
  const exported = JSON.parse(json.bytes.toString()) as { templates: ExportedTemplate[] }
  const own = exported.templates.find((template) => template.name === name)!
  expect(own.sections[0]!.content).toBe('<p>You may sleep <strong>better</strong>.</p>')
  const archive = await downloadFile(page, () => fromMenu(page, 'Export as Markdown'))
  expect(archive.name).toMatch(/\.zip$/)

  await fromMenu(page, 'Import from files')
  await expect(page).toHaveURL('/clinic/templates/import')
  await expect(heading(page)).toHaveText('Import templates')
  await expectAccessible(page)

  // What was exported changes nothing.
  await choose(page, [{ name: archive.name, mimeType: 'application/zip', buffer: archive.bytes }])
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await expect(row(page, name)).toContainText('Unchanged')

  const changed = { ...own, sections: [{ ...own.sections[0]!, content: '<p>You may sleep well.</p>' }] }
  const added = { ...own, name: named('Snoring splint') }
  const files = [
    file('changed.json', JSON.stringify({ ...exported, templates: [changed, added] })),
    file('broken.md', '---\nname: Broken\ntreatmentType: Other\n---\n\n## Benefits\n\n| a |\n| - |\n'),
    file('notes.docx', 'PK'),
  ]
  await choose(page, files)
  await expect(page.getByText('1 new, 1 as a new version, 2 cannot be imported.')).toBeVisible()
  await expect(row(page, name)).toContainText('New version')
  await expect(row(page, added.name)).toContainText('New template')
  await expect(row(page, 'broken.md')).toContainText('Section “Benefits”: cannot show this (table)')
  await expect(row(page, 'notes.docx')).toContainText('It is neither a JSON, a Markdown nor a ZIP file.')
  await expectAccessible(page)

  await page.getByRole('radio', { name: 'Keep mine unchanged' }).check()
  await expect(row(page, name)).toContainText('No change')
  await expect(button(page, 'Import 1 template')).toBeVisible()
  await page.getByRole('radio', { name: 'Save the file as a new version' }).check()
  await button(page, 'Import 2 templates').click()
  await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused()
  await expect(row(page, added.name)).toContainText('Created')
  await expect(page.locator('input[type=file]')).toHaveCount(0)
  await expectAccessible(page)
  const report = await downloadFile(page, () => button(page, 'Download report').click())
  expect(report.name).toBe('import-report.csv')
  expect(report.bytes.toString()).toContain(`"changed.json","${added.name}","Created",""`)

  await page.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(`/clinic/templates/${id}`)
  await expect(page.getByText('You may sleep well.')).toBeVisible()
  await expect(page.getByText('Imported from changed.json')).toBeVisible()
})

test('files that would change nothing, or cannot be sent, are told', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  await page.goto('/clinic/templates/import')
  await choose(page, [file('a.json', '{')])
  await expect(row(page, 'a.json')).toContainText('The file is not valid JSON.')
  await expect(page.getByText('There is nothing to import: these files would change nothing.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await page.route('**/api/clinic/template-files', (route) => route.abort())
  await choose(page, [file('b.md', '---\n---\n')])
  await expect(page.getByRole('alert')).toContainText('Network error.')
  await expect(page.getByRole('heading', { name: 'Preview' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a super administrator takes templates in for every practice', async ({ page, signIn }) => {
  const name = named('Whitening tray')
  await signIn(page, 'Rowan')
  await page.goto('/templates/consent')
  await fromMenu(page, 'Import from files')
  await expect(page).toHaveURL('/admin/consent-templates/import')
  const text = `---\nname: ${name}\ntreatmentType: Other\n---\n\n## Benefits\n\nA **brighter** smile.\n`
  await choose(page, [file('tray.md', text)])
  await button(page, 'Import 1 template').click()
  await expect(row(page, name)).toContainText('Created')
  await expectAccessible(page)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(heading(page)).toHaveText(name)
  await expect(page.getByText('A brighter smile.')).toBeVisible()
})
