import type { Page } from '@playwright/test'
import { callApi, expect, expectDialogAccessible, newLastName, test } from './journey.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Presses keys and counts them; a letter is one, and a key that is held with another is none by itself. */
function keyboardOf(page: Page) {
  let count = 0
  async function press(key: string) {
    count++
    await page.keyboard.press(key)
  }
  return {
    press,
    type: async (text: string) => {
      for (const letter of text) await press(letter)
    },
    /** Goes down a list to an option. */
    reach: async (name: string) => {
      const wanted = option(page, name)
      await expect(wanted).toBeVisible()
      while ((await wanted.getAttribute('data-highlighted')) === null) await press('ArrowDown')
    },
    count: () => count,
  }
}

test('a consent is started for a patient by keyboard alone, from four letters', async ({ page, signIn }) => {
  await signIn(page, 'Priya')
  await page.goto('/clinic')
  await expect(heading(page)).toBeVisible()
  const keys = keyboardOf(page)
  await keys.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(option(page, 'New consent from a note')).toBeVisible()
  await expectDialogAccessible(page)
  await keys.type('whit')
  await expect(option(page, /^Mrs Eleanor Whitcombe Born/)).toBeVisible()
  await expectDialogAccessible(page)
  await keys.reach('New consent for Mrs Eleanor Whitcombe')
  await keys.press('Enter')
  await expect(heading(page)).toHaveText('New consent')
  await expect(page).toHaveURL(/\/clinic\/consents\/new\?patient=/)
  const counted = `${keys.count()} keystrokes from the dashboard to a new consent for a patient`
  console.log(counted)
  test.info().annotations.push({ type: 'keystrokes', description: counted })
  expect(keys.count()).toBeLessThanOrEqual(8)
})

test('a consent that starts from an appointment has its patient, clinician and treatment', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const read = async <T>(path: string) => (await (await page.request.get(`/api/clinic/${path}`)).json()) as T
  const clinicians = await read<{ id: string; isMe: boolean }[]>('clinicians')
  const clinician = clinicians.find(({ isMe }) => !isMe)!
  const templates = await read<{ rows: { id: string; name: string }[] }>('templates?search=composite')
  const filling = templates.rows.find(({ name }) => name === 'Composite Filling')!
  const { today } = await read<{ today: string }>('appointments')
  const lastName = newLastName()
  const patient = await callApi<{ id: string }>(page, 'patients', {
    ...{ firstName: 'Robin', lastName, dateOfBirth: '1975-09-30' },
  })
  await callApi(page, 'appointments', {
    ...{ patientId: patient.id, clinicianId: clinician.id, day: today, time: '12:30' },
    treatments: [{ templateId: filling.id, teeth: ['36'] }],
  })
  await page.goto('/clinic?who=all')
  await page.getByRole('button', { name: `More actions for Robin ${lastName}, 12:30` }).click()
  await page.getByRole('menuitem', { name: 'New consent' }).click()
  await expect(heading(page)).toHaveText('New consent')
  await expect(page).toHaveURL(/[?&]appointment=/)
  await expect(page.getByLabel('Clinician', { exact: true })).toHaveValue(clinician.id)
  await expect(page.getByRole('main')).toContainText('Composite Filling')
  await expect(page.getByRole('main')).toContainText('Chosen: lower left first molar')
  await expect(page.getByLabel('Patient', { exact: true })).toHaveValue(new RegExp(lastName))
})

test('pages, templates and what was opened last are found, and focus goes back where it was', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  const lastName = newLastName()
  const patient = await callApi<{ id: string }>(page, 'patients', {
    ...{ firstName: 'Robin', lastName, dateOfBirth: '1975-09-30' },
  })
  await page.goto(`/clinic/patients/${patient.id}`)
  await expect(heading(page)).toContainText(lastName)
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await search.click()
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    new RegExp(`Robin ${lastName}`),
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(search).toBeFocused()

  await page.keyboard.press('Control+k')
  await field(page).fill('composite fill')
  await expect(option(page, 'New consent: Composite Filling')).toBeVisible()
  await field(page).fill('zzz')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await field(page).fill('catal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/clinic\/catalogue$/)

  // What cannot be searched at the moment says so, and is tried again in place; pages are found all the same.
  await page.route('**/api/clinic/search', (route) => route.abort())
  await page.keyboard.press('Control+k')
  await field(page).fill(lastName)
  await expect(option(page, 'Could not search. Try again')).toBeVisible()
  await expectDialogAccessible(page)
  await page.unroute('**/api/clinic/search')
  await page.keyboard.press('Enter')
  await option(page, new RegExp(`^Robin ${lastName}`)).click()
  await expect(heading(page)).toContainText(lastName)
})

test('letters alone start a consent and show the shortcuts, until they are turned off', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'Priya')
  await page.goto('/clinic/patients')
  await expect(heading(page)).toHaveText('Patients')
  await page.keyboard.press('n')
  await expect(heading(page)).toHaveText('New consent')

  await page.goto('/clinic/patients')
  await expect(heading(page)).toHaveText('Patients')
  const list = page.getByRole('searchbox')
  await list.press('n')
  await expect(list).toHaveValue('n')
  await expect(page).toHaveURL(/\/clinic\/patients\?q=n$/)
  await list.blur()

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Ctrl K')
  await expectDialogAccessible(page)
  // A dialog keeps its keys to itself.
  await page.keyboard.press('n')
  await expect(shortcuts).toBeVisible()
  const singleKeys = page.getByRole('checkbox', { name: 'Use single-key shortcuts on this device' })
  await singleKeys.uncheck()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  for (const key of ['n', '/', '?']) await page.keyboard.press(key)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await expect(page).toHaveURL(/\/clinic\/patients\?q=n$/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/clinic/account')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await singleKeys.check()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await page.goto('/clinic/patients')
  await expect(heading(page)).toHaveText('Patients')
  await page.keyboard.press('n')
  await expect(heading(page)).toHaveText('New consent')
})
