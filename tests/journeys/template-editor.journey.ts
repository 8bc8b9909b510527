import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Template } from '../../contract/templates.ts'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'

const named = (words: string) => `${words} ${randomUUID().slice(0, 8)}`

const sections = (page: Page) => page.getByRole('button', { name: /^Section \d+: / })
const section = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^Section \\d+: ${title}$`) })
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

/** An alert of exactly these words, answered. */
async function expectAlert(page: Page, words: string): Promise<void> {
  const alert = page.getByRole('alertdialog')
  await expect(alert.getByText(words, { exact: true })).toBeVisible()
  await button(alert, 'OK').click()
  await expect(alert).toHaveCount(0)
}

type Asked = { method?: 'post' | 'put' | 'get'; data?: object }

async function ask<T>(page: Page, path: string, { method = 'post', data = {} }: Asked = {}): Promise<T> {
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await page.request[method](`/api/clinic/templates${path}`, {
    headers,
    ...(method === 'get' ? {} : { data }),
  })
  expect(answer.ok(), `${path} answered ${answer.status()}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as T
}

/** A template of the practice of whoever is signed in on this page. */
const makeTemplate = (page: Page, titles: readonly string[] = ['Treatment Description', 'Benefits']) =>
  ask<Template>(page, '', {
    data: {
      name: named('Night guard'),
      treatmentType: 'Other',
      sections: titles.map((title, index) => ({
        id: index + 1,
        title,
        content: `<p>${title} as it was.</p>`,
      })),
    },
  })

const editPath = ({ id }: Pick<Template, 'id'>) => `/clinic/templates/${id}/edit`
const readTemplate = (page: Page, { id }: Pick<Template, 'id'>) =>
  ask<Template>(page, `/${id}`, { method: 'get' })

/** Browsers tell pages of a moved caret with the next frame; people's fingers are slower than that. */
const nextFrame = (page: Page) =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')

/** As from the clipboard, into what has the focus. */
const paste = (page: Page, kind: 'text/html' | 'text/plain', text: string) =>
  page.evaluate(`{
    const data = new DataTransfer()
    data.setData(${JSON.stringify(kind)}, ${JSON.stringify(text)})
    const pasted = { clipboardData: data, bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', pasted))
  }`)

test('a super administrator makes a template, is told what is missing, and changes it', async ({
  page,
  signIn,
}) => {
  const name = named('Composite filling')
  await signIn(page, 'Rowan')
  await page.goto('/admin/consents/new')
  await expect(page.getByRole('heading', { level: 1, name: 'Create Consent Template' })).toBeVisible()
  await expect(sections(page)).toHaveText([
    'Section 1: Treatment Description',
    'Section 2: Risks and Complications',
    'Section 3: Benefits',
    'Section 4: Alternatives',
    'Section 5: Aftercare Instructions',
    'Section 6: No Treatment',
  ])
  await expect(content(page)).toBeVisible()
  await expectAccessible(page)

  await test.step('What is missing is told in its order, and the caret goes there', async () => {
    const create = button(page, 'Create Template')
    await create.click()
    await expectAlert(page, 'Please enter a template name.')
    await expect(page.getByLabel('Template Name')).toBeFocused()
    await page.getByLabel('Template Name').fill(name)
    await create.click()
    await expectAlert(page, 'Please select a treatment type.')
    await expect(page.getByLabel('Primary Treatment Type')).toBeFocused()
    await expect(page.getByLabel('Treatment Subtype')).toBeDisabled()
    await page.getByLabel('Primary Treatment Type').selectOption('Dental Fillings')
    await create.click()
    await expectAlert(page, 'All sections must have both a title and content.')
    await expect(content(page)).toBeFocused()
    await page.getByLabel('Section Title').fill(' ')
    await expect(section(page, 'Untitled')).toBeVisible()
    await create.click()
    await expectAlert(page, 'All sections must have both a title and content.')
    await expect(page.getByLabel('Section Title')).toBeFocused()
    await page.getByLabel('Section Title').fill('Treatment Description')
  })

  await test.step('Auto-fill fills in the built-in text, tells so, and can be undone', async () => {
    await expect(button(page, 'Auto-fill')).toHaveCount(0)
    await content(page).fill('Our own words')
    await page.getByLabel('Treatment Subtype').selectOption('Composite Filling')
    await button(page, 'Auto-fill').click()
    await expect(page.getByText('Content auto-populated')).toBeVisible()
    await expect(content(page)).toContainText('white filling')
    await expectAccessible(page)
    await button(page, 'Undo Auto-fill').click()
    await expect(page.getByText('Content auto-populated')).toHaveCount(0)
    await expect(content(page)).toHaveText('Our own words')
    await button(page, 'Auto-fill').click()
    await page.getByLabel('Treatment Subtype').selectOption('Amalgam Filling')
    await expect(page.getByText('Content auto-populated')).toHaveCount(0)
    await page.getByLabel('Primary Treatment Type').selectOption('Dental Crown')
    await expect(page.getByLabel('Treatment Subtype')).toHaveValue('')
    await page.getByLabel('Primary Treatment Type').selectOption('Dental Fillings')
    await page.getByLabel('Treatment Subtype').selectOption('Composite Filling')
  })

  await test.step('It is saved, and shown among the templates', async () => {
    await button(page, 'Create Template').click()
    await expect(page).toHaveURL(/\/admin\/consents\?tab=templates&saved=/)
    await expect(page.getByText(name).first()).toBeVisible()
  })

  await test.step('It is changed, with a reason', async () => {
    const id = new URL(page.url()).searchParams.get('saved')
    await page.goto(`/admin/consents/${id}/edit`)
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Consent Template' })).toBeVisible()
    await expect(page.getByLabel('Template Name')).toHaveValue(name)
    await page.getByLabel('Description', { exact: true }).fill('For a tooth with decay.')
    await page.getByLabel('Reason for the change').fill('Said what it is for')
    await page.getByRole('radio', { name: /Cosmetic/ }).check()
    await expectAccessible(page)
    await button(page, 'Update Template').click()
    await expect(page).toHaveURL(/\/admin\/consents\?tab=templates&saved=/)
    await page.goto(`/templates/consent/${id}/view`)
    await expect(page.getByText('For a tooth with decay.')).toBeVisible()
    await expect(page.getByText('Said what it is for').first()).toBeVisible()
  })
})

test('sections open one at a time, move, come and go', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  await page.goto(editPath(template))
  await expect(section(page, 'Treatment Description')).toHaveAttribute('aria-expanded', 'true')
  // What is written with comes after the page, and moves what is below it.
  await expect(content(page)).toBeVisible()
  await section(page, 'Benefits').click()
  await expect(section(page, 'Treatment Description')).toHaveAttribute('aria-expanded', 'false')
  await expect(content(page)).toHaveCount(1)

  await expect(button(page, 'Move Down')).toBeDisabled()
  await button(page, 'Move Up').click()
  await expect(sections(page)).toHaveText(['Section 1: Benefits', 'Section 2: Treatment Description'])
  await expect(button(page, 'Move Up')).toBeDisabled()
  await expect(button(page, 'Move Up')).toBeFocused()

  await button(page, 'Add Section').click()
  await expect(sections(page).last()).toHaveText('Section 3: New Section')
  await expect(page.getByLabel('Section Title')).toBeFocused()
  await button(page, 'Remove').click()
  await expect(sections(page)).toHaveCount(2)

  await section(page, 'Treatment Description').click()
  await button(page, 'Remove').click()
  await expectDialogAccessible(page)
  await button(page.getByRole('alertdialog'), 'Remove section').click()
  await expect(sections(page)).toHaveText(['Section 1: Benefits'])
  await section(page, 'Benefits').click()
  await button(page, 'Remove').click()
  await expectAlert(page, 'Template must have at least one section.')
  await expect(sections(page)).toHaveCount(1)

  await button(page, 'Update Template').click()
  await expect(page).toHaveURL(/\/clinic\/templates$/)
  expect((await readTemplate(page, template)).sections.map(({ title }) => title)).toEqual(['Benefits'])
})

test('a failed load and a failed save are told in their words, and nothing typed is lost', async ({
  page,
  signIn,
}) => {
  const missing = randomUUID()
  await signIn(page, 'Rowan')
  await page.goto(`/admin/consents/${missing}/edit`)
  await expectAlert(page, 'Error loading template. Please try again.')
  await expect(page).toHaveURL(/\/admin\/consents$/)

  await page.goto('/admin/consents/new')
  await page.getByLabel('Template Name').fill('Bridge')
  await page.getByLabel('Primary Treatment Type').selectOption('Dental Fillings')
  await page.getByLabel('Treatment Subtype').selectOption('Composite Filling')
  await button(page, 'Auto-fill').click()
  await expect(page.getByText('Content auto-populated')).toBeVisible()
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/admin/templates', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await held
    await route.fulfill({
      status: 500,
      json: { code: 'internal', message: 'Something went wrong.', details: { requestId: 'r-1' } },
    })
  })
  await button(page, 'Create Template').click()
  await expect(button(page, 'Saving...')).toBeDisabled()
  answer()
  await expectAlert(
    page,
    'Error saving template: Something went wrong. Please check the browser console for more details.',
  )
  await expect(page.getByLabel('Template Name')).toHaveValue('Bridge')
  await expect(button(page, 'Create Template')).toBeEnabled()
})

test('leaving with unsaved changes is asked about, and they are there on return', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  await page.goto(editPath(template))
  await content(page).fill('Words that were not saved')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Templates', { exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Leave without saving?')
  await expectDialogAccessible(page)
  await button(question, 'Keep editing').click()
  await expect(content(page)).toHaveText('Words that were not saved')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Templates', { exact: true }).click()
  await button(question, 'Leave').click()
  await expect(page).toHaveURL(/\/clinic\/templates$/)

  await page.goto(editPath(template))
  await expect(page.getByRole('heading', { name: /^You have unsaved changes from / })).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Restore').click()
  await expect(content(page)).toHaveText('Words that were not saved')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await button(page, 'Discard').click()
  await expect(content(page)).toHaveText('Treatment Description as it was.')
  await page.reload()
  await expect(content(page)).toHaveText('Treatment Description as it was.')
  expect(asked).toHaveLength(1)
})

test('a stored subtype fills what is empty as it loads, and nothing else', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page, ['Treatment Description', 'Benefits'])
  await page.route(`**/api/clinic/templates/${template.id}?text=newest`, async (route) => {
    const answer = await route.fetch()
    const stored = (await answer.json()) as Template
    const [first, second] = stored.sections
    await route.fulfill({
      response: answer,
      json: {
        ...stored,
        treatmentType: 'Dental Fillings',
        treatmentSubtype: 'Composite Filling',
        sections: [{ ...first, content: '<p></p>' }, second],
      },
    })
  })
  await page.goto(editPath(template))
  await expect(page.getByText('Content auto-populated')).toBeVisible()
  await expect(content(page)).toContainText('white filling')
  await section(page, 'Benefits').click()
  await expect(content(page)).toHaveText('Benefits as it was.')
  await page.getByLabel('Treatment Subtype').selectOption('')
  await expect(page.getByText('Content auto-populated')).toHaveCount(0)
})

test('an attached video can be opened and taken away', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const url = 'https://videos.example.org/night-guard.mp4'
  const media = { url, required: true, transcript: '' }
  const template = await ask<Template>(page, '', {
    data: {
      name: named('Night guard'),
      treatmentType: 'Other',
      sections: [{ id: 1, title: 'Treatment Description', content: '<p>Words</p>', media }],
    },
  })
  await page.goto(editPath(template))
  const link = page.getByRole('link', { name: 'Open Video in New Tab' })
  await expect(link).toHaveAttribute('href', url)
  await expect(link).toHaveAttribute('target', '_blank')
  const height = async () => (await content(page).locator('..').boundingBox())?.height
  expect(await height()).toBe(200)
  await button(page, 'Larger field').click()
  expect(await height()).toBeGreaterThanOrEqual(300)
  await button(page, 'Smaller field').click()
  await expectAccessible(page)
  await button(page, 'Remove video').click()
  await expect(link).toHaveCount(0)
  await button(page, 'Update Template').click()
  await expect(page).toHaveURL(/\/clinic\/templates$/)
  expect((await readTemplate(page, template)).sections[0]?.media).toBeNull()
})

test('two people change one template, and the second brings both together', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Siân')
  await signIn(phone, 'Priya')
  const template = await makeTemplate(page, ['Treatment Description', 'Benefits', 'Alternatives'])
  await page.goto(editPath(template))
  await expect(content(page)).toBeVisible()

  await phone.goto(editPath(template))
  await content(phone).fill('Priya’s description')
  await section(phone, 'Benefits').click()
  await content(phone).fill('Priya’s benefits')
  await button(phone, 'Update Template').click()
  await expect(phone).toHaveURL(/\/clinic\/templates$/)

  await content(page).fill('Siân’s description')
  await section(page, 'Alternatives').click()
  await content(page).fill('Siân’s alternatives')
  await button(page, 'Update Template').click()
  const dialog = page.getByRole('dialog', { name: 'Someone else has saved this template' })
  await expect(dialog).toContainText('Priya Nair saved it on')
  await expect(dialog).toContainText('Priya’s description')
  await expect(dialog).toContainText('Siân’s description')
  await expectDialogAccessible(page)
  await button(dialog, 'Save both together').click()
  await expect(dialog.getByText('Choose which text to keep')).toBeVisible()
  await dialog
    .getByRole('group', { name: 'Which to keep: Treatment Description' })
    .getByRole('radio', { name: 'Yours' })
    .check()
  await button(dialog, 'Save both together').click()
  await expect(page).toHaveURL(/\/clinic\/templates$/)

  const saved = await readTemplate(page, template)
  expect(saved.sections.map((part) => part.content)).toEqual([
    '<p>Siân’s description</p>',
    '<p>Priya’s benefits</p>',
    '<p>Siân’s alternatives</p>',
  ])
})

test('a change to a serious risk is not called cosmetic', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  await page.goto(editPath(template))
  await page.getByText('List of risks (0)').click()
  await button(page, 'Add risk').click()
  await expect(page.getByLabel('Risk', { exact: true })).toBeFocused()
  await page.getByLabel('Risk', { exact: true }).fill('Lasting numbness')
  await page.getByLabel('How often').selectOption('rare')
  await page.getByLabel('Serious').check()
  await page.getByText('Understanding questions (0)').click()
  await button(page, 'Add question').click()
  await page.getByLabel('Question', { exact: true }).fill('What may stay numb?')
  await button(page, 'Update Template').click()
  await expect(page.getByRole('alert')).toContainText('Give question 1 two answers or more')
  await page.getByLabel('Answer 1', { exact: true }).fill('The lip')
  await page.getByLabel('Answer 2', { exact: true }).fill('The ear')
  await page.getByRole('radio', { name: 'Answer 1 is right' }).check()
  await page.getByText('Cautions (0)').click()
  await button(page, 'Add caution').click()
  await page.getByRole('textbox', { name: 'Caution 1' }).fill('Look at the X-ray')
  await expectAccessible(page)
  await page.getByRole('radio', { name: /Cosmetic/ }).check()
  await button(page, 'Update Template').click()
  await expect(page.getByText('A change to a serious risk is not cosmetic.')).toBeVisible()
  await page.getByRole('radio', { name: /Material/ }).check()
  await button(page, 'Update Template').click()
  await expect(page).toHaveURL(/\/clinic\/templates$/)
  expect(await readTemplate(page, template)).toMatchObject({
    risks: [{ label: 'Lasting numbness', band: 'rare', serious: true, source: '' }],
    questions: [
      {
        question: 'What may stay numb?',
        answers: [
          { text: 'The lip', right: true },
          { text: 'The ear', right: false },
        ],
      },
    ],
    cautions: ['Look at the X-ray'],
  })
})

test('pictures are chosen for a text, and numbers of risks drawn, as patients will see them', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page, ['Treatment Description', 'Risks and Complications'])
  await page.goto(editPath(template))
  // Where there is no room for both, one is shown at a time.
  const turnTo = async (view: string) => {
    if (await button(page, view).isVisible()) await button(page, view).click()
  }
  const preview = page.getByRole('group', { name: 'Text for the patient' })
  await page.getByText('Pictures (0)').click()
  await page.getByRole('checkbox', { name: 'How a crown covers a tooth' }).check()
  await expect(page.getByText('Pictures (1)')).toBeVisible()
  await page.getByText('List of risks (0)').click()
  await button(page, 'Add risk').click()
  await page.getByLabel('Risk', { exact: true }).fill('It comes loose in 3 in 120')
  await page.getByLabel('Source', { exact: false }).first().fill('Our own audit')
  await expect(page.getByText('Patients also see this number as a picture')).toBeVisible()
  await expectAccessible(page)
  await turnTo('Preview')
  await expect(preview.getByRole('img', { name: /^Three drawings of a back tooth/ })).toBeVisible()
  await button(page, 'Next part').click()
  await expect(preview.getByRole('img', { name: 'About 3 in every 120 people' })).toBeVisible()
  await expectAccessible(page)
  await turnTo('Write')
  await button(page, 'Update Template').click()
  await expect(page).toHaveURL(/\/clinic\/templates$/)
  expect(await readTemplate(page, template)).toMatchObject({
    pictures: ['crown'],
    risks: [{ label: 'It comes loose in 3 in 120', figure: { from: 3, to: 3, of: 120 } }],
  })
})

test('wording is formatted, linked and given a placeholder by keyboard alone', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page, ['Treatment Description'])
  await page.goto(editPath(template))
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      await nextFrame(page)
    }
  }
  await expect(content(page)).toBeVisible()
  await page.getByLabel('Section Title').focus()
  await press('Tab')
  await expect(button(page, 'Bold')).toBeFocused()
  await press('End')
  await expect(button(page, 'Insert placeholder')).toBeFocused()
  await press('Home', 'Tab')
  await expect(content(page)).toBeFocused()

  await press('Control+a', 'Delete')
  await page.keyboard.type('Bold words')
  await press('Control+a', 'Shift+Tab')
  await expect(button(page, 'Bold')).toBeFocused()
  await press('Enter')
  await expect(button(page, 'Bold')).toHaveAttribute('aria-pressed', 'true')
  await expect(content(page)).toBeFocused()
  await nextFrame(page)
  await press('End', 'Control+b')
  await page.keyboard.type(' for {{price}}')
  await expect(content(page).getByText('Price', { exact: true })).toBeVisible()
  await press('Enter')
  await page.keyboard.type('List')
  await press('Shift+Tab', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
  await expect(button(page, 'Bulleted list')).toHaveAttribute('aria-pressed', 'true')
  await press('Enter')
  await page.keyboard.type('NHS')
  await press('Shift+Home', 'Control+k')
  await expect(page.getByLabel('Enter URL:')).toBeFocused()
  await expectDialogAccessible(page)
  await page.keyboard.type('javascript:alert(1)')
  await press('Enter')
  await expect(page.getByText('Enter a whole address, such as https://www.nhs.uk')).toBeVisible()
  await press('Control+a')
  await page.keyboard.type('www.nhs.uk')
  await press('Enter')
  await expect(content(page)).toBeFocused()
  await expect(content(page).getByRole('link', { name: 'NHS' })).toHaveAttribute('href', 'https://www.nhs.uk')
  await nextFrame(page)
  await press('End', 'Enter', 'Shift+Tab', 'End', 'Enter')
  await page.getByRole('menuitem', { name: 'Patient', exact: true }).press('Enter')
  await expect(content(page)).toBeFocused()
  await nextFrame(page)
  await page.keyboard.type(' agrees')
  await expectAccessible(page)

  await button(page, 'Update Template').press('Enter')
  await expect(page).toHaveURL(/\/clinic\/templates$/)
  const saved = await readTemplate(page, template)
  expect(saved.sections[0]?.content).toBe(
    '<p><strong>Bold words</strong> for {{price}}</p>\n<ul>\n<li>List</li>\n<li><a href="https://www.nhs.uk">NHS</a></li>\n<li>{{patientName}} agrees</li>\n</ul>',
  )
})

test('what is pasted keeps what is stored and loses the rest', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page, ['Treatment Description'])
  await page.goto(editPath(template))
  await content(page).fill('')
  await paste(
    page,
    'text/html',
    `<h1 style="color:red">Title</h1><p class="MsoNormal" onclick="alert(1)">One <b>bold</b> <span style="font-weight:700">too</span> <b style="font-weight:normal">not</b>
     <script>alert(1)</script><img src="x" onerror="alert(1)"> {{tooth}} <a href="javascript:alert(1)">bad</a>
     <a href="https://www.nhs.uk" target="_blank">good</a></p><table><tr><td>cell</td></tr></table>`,
  )
  await expect(content(page)).toContainText('cell')
  await paste(page, 'text/plain', ' plain {{price}} and {{visits}}.')
  await expect(content(page).getByText('Number of visits')).toBeVisible()
  await button(page, 'Update Template').click()
  await expect(page).toHaveURL(/\/clinic\/templates$/)
  const [part] = (await readTemplate(page, template)).sections
  expect(part?.content).toBe(
    '<h3>Title</h3>\n<p>One <strong>bold</strong> <strong>too</strong> not {{tooth}} bad <a href="https://www.nhs.uk">good</a></p>\n<p>cell plain {{price}} and {{visits}}.</p>',
  )
})

const variousTexts = ['Molar Root Canal', 'Custom Treatment', 'Treatment in Best Interests']

test('built-in texts come out of the editor as they went in', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  for (const name of variousTexts) {
    const { rows } = await ask<{ rows: Template[] }>(page, `?status=all&search=${name}`, { method: 'get' })
    const { id } = rows[0]!
    const template = await ask<Template>(page, `/${id}/duplicate`.replace('duplicate', 'duplicates'))
    await page.goto(editPath(template))
    for (const part of template.sections) {
      const toggle = section(page, part.title)
      await expect(toggle).toBeVisible()
      if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
      await expect(page.getByLabel('Section Title')).toHaveValue(part.title)
      await content(page).press('Control+Home')
      await page.keyboard.type('x')
      await page.keyboard.press('Backspace')
    }
    await page.getByLabel('Description', { exact: true }).fill('Looked through')
    await button(page, 'Update Template').click()
    await expect(page).toHaveURL(/\/clinic\/templates$/)
    const saved = await readTemplate(page, template)
    expect(saved).toMatchObject({ description: 'Looked through', sections: template.sections })
  }
})

test('the preview shows each part as the patient reads it', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  await page.goto(editPath(template))
  await content(page).fill('It costs ')
  await content(page).press('End')
  await page.keyboard.type('{{price}}')
  const toPreview = button(page, 'Preview')
  if (await toPreview.isVisible()) await toPreview.click()
  const preview = page.getByRole('region', { name: 'What the patient reads' })
  await expect(preview.getByText(/part 1 of 2/)).toBeVisible()
  await expect(preview.getByText('It costs')).toBeVisible()
  await expect(preview.locator('mark')).toHaveText('Price')
  await button(preview, 'Next part').click()
  await expect(preview.getByRole('heading', { name: 'Benefits' })).toBeVisible()
  await expectAccessible(page)

  const drawn = page.waitForResponse('**/api/template-previews')
  await button(preview, 'Create PDF').click()
  const { pdf } = (await (await drawn).json()) as { pdf: string }
  expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  const opener = preview.getByRole('link', { name: 'Open the PDF' })
  await expect(opener).toBeFocused()
  await expect(opener).toHaveAttribute('href', /^blob:/)
  const toWriting = button(page, 'Write')
  if (await toWriting.isVisible()) await toWriting.click()
  await content(page).fill('It costs nothing.')
  if (await toPreview.isVisible()) await toPreview.click()
  await expect(button(preview, 'Create PDF')).toBeVisible()
})

test('wording is checked while it is written', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  await page.goto(editPath(template))
  await content(page).fill('The treatment is guaranteed to be painless.')
  const notes = page.getByRole('region', { name: 'Notes on this section' })
  await expect(notes).toContainText('guaranteed')
  await expect(notes).toContainText('painless')
  await expect(page.getByRole('region', { name: 'Notes on the whole template' })).toContainText(
    'No Treatment',
  )
  await expectAccessible(page)
})

test('a suggestion is put into the text with one press, and taken back', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page)
  await page.goto(editPath(template))
  const text = 'Wear your prophylactic night guard prior to sleep. A radiograph of {{toothname}} is taken.'
  await content(page).fill('')
  await page.keyboard.type(text)
  const notes = page.getByRole('region', { name: 'Notes on this section' })
  await expect(button(notes, 'Write “protective”')).toBeVisible()
  await expect(notes).not.toContainText('to prevent infection')
  await expect(notes).not.toContainText('{{')
  await expectAccessible(page)
  await button(notes, 'Write “protective”').press('Enter')
  await expect(content(page)).toContainText('Wear your protective night guard')
  await expect(content(page)).toBeFocused()
  await expect(button(notes, 'Write “protective”')).toHaveCount(0)
  await button(notes, 'Write “before”').click()
  await button(notes, 'Write “An X-ray”').click()
  await button(notes, 'Write “Name of the tooth”').click()
  await expect(content(page)).toHaveText(
    'Wear your protective night guard before sleep. An X-ray of Name of the tooth is taken.',
  )
  await button(page, 'Undo').click()
  await expect(content(page)).toContainText('An X-ray of {{toothname}} is')
  await button(page, 'Undo').click()
  await expect(content(page)).toContainText('A radiograph of')
  await button(page, 'Redo').click()
  await button(page, 'Redo').click()
  await button(page, 'Update Template').click()
  await expect(page).toHaveURL(/\/clinic\/templates$/)
  expect((await readTemplate(page, template)).sections[0]?.content).toBe(
    '<p>Wear your protective night guard before sleep. An X-ray of {{toothName}} is taken.</p>',
  )
})

/** Whether the editor, which stands with its element, knows of a caret rather than of a selection. */
const isSelectionEmpty = (element: unknown): boolean =>
  (element as { editor: { state: { selection: { empty: boolean } } } }).editor.state.selection.empty

test('placeholders are named chips that are copied, pasted, taken back and stored as they were', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Siân')
  const template = await makeTemplate(page, ['Treatment Description'])
  await page.goto(editPath(template))
  await content(page).fill('')
  await page.keyboard.type('For {{patientName}}: ')
  const chips = content(page).locator('[data-token]')
  await expect(chips).toHaveText(['Patient'])
  await expect(content(page)).toHaveText('For Patient:')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('ArrowRight')
  // Nobody pastes as soon after a key as this does: the editor hears of the caret a moment later.
  await expect.poll(() => content(page).evaluate(isSelectionEmpty)).toBe(true)
  await page.keyboard.press('Control+v')
  await expect(chips).toHaveText(['Patient', 'Patient'])
  await page.keyboard.press('Control+z')
  await expect(chips).toHaveText(['Patient'])
  await paste(page, 'text/plain', 'tooth {{tooth}}')
  await expect(chips).toHaveText(['Patient', 'Tooth'])
  await page.keyboard.press('Backspace')
  await expect(chips).toHaveText(['Patient'])
  await paste(page, 'text/plain', '{{tooth}}')
  await expect(chips).toHaveText(['Patient', 'Tooth'])
  await expect(content(page)).not.toContainText('{{')
  await expectAccessible(page)
  await button(page, 'Update Template').click()
  await expect(page).toHaveURL(/\/clinic\/templates$/)
  expect((await readTemplate(page, template)).sections[0]?.content).toMatch(
    /^<p>For \{\{patientName\}\}: tooth \{\{tooth\}\}<\/p>$/,
  )
})

test('a new template stands first where it was made, and opens from there', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const name = named('Zirconia bridge')
  await page.goto('/clinic/templates')
  await page.getByRole('link', { name: 'Create Template' }).click()
  await page.getByLabel('Template Name').fill(name)
  await page.getByLabel('Primary Treatment Type').selectOption('Other')
  for (const title of [
    'Risks and Complications',
    'Benefits',
    'Alternatives',
    'Aftercare Instructions',
    'No Treatment',
  ]) {
    await section(page, title).click()
    await button(page, 'Remove').click()
  }
  await section(page, 'Treatment Description').click()
  await content(page).fill('What is done.')
  await button(page, 'Create Template').click()
  await expect(page).toHaveURL(/\/clinic\/templates\?created=/)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(name)
  const made = page.getByRole('status').filter({ hasText: 'Template created' })
  await expect(made).toContainText(name)
  await expectAccessible(page)
  await made.getByRole('link', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('anybody may try the editor; saving offers to register, and what was written is kept', async ({
  page,
  signIn,
}) => {
  await page.goto('/test-consent-form')
  await page.getByLabel('Template Name').fill('Tried out')
  await page.getByLabel('Primary Treatment Type').selectOption('Dental Fillings')
  await page.getByLabel('Treatment Subtype').selectOption('Composite Filling')
  await button(page, 'Auto-fill').click()
  await expect(content(page)).toContainText('white filling')
  await expectAccessible(page)
  await button(page, 'Create Template').click()
  const offer = page.getByRole('alertdialog')
  await expect(offer).toContainText('Register to save this template')
  await button(offer, 'Get Started').click()
  await expect(page).toHaveURL(/\/register$/)

  await signIn(page, 'Siân')
  await page.goto('/clinic/templates/new')
  await button(page, 'Restore').click()
  await expect(page.getByLabel('Template Name')).toHaveValue('Tried out')
  await expect(content(page)).toContainText('white filling')
})
