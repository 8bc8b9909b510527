import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDialogAccessible, test } from './journey.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** A practice whose system writes a column of its own, so that each run meets its lists for the first time. */
function newSystem(day: string) {
  const [mark, lastName] = [randomUUID().slice(0, 8), `List-${randomUUID().slice(0, 8)}`]
  const header = `Date;Time;Mins;Patient;DOB;Provider;Reason;Own ${mark}`
  const file = (...lines: string[]) => ({
    ...{ name: 'day.csv', mimeType: 'text/csv' },
    buffer: Buffer.from([header, ...lines].join('\r\n'), 'latin1'),
  })
  const line = (time: string, first: string, born: string) =>
    `${day};${time};30;${first} ${lastName};${born};Dr ${mark};Review ${mark};`
  return { mark, lastName, file, line }
}

const choose = (page: Page, file: ReturnType<ReturnType<typeof newSystem>['file']>) =>
  page.locator('input[type=file]').setInputFiles(file)

test('a day list comes to the board, an unknown patient is added, and the next list is ready at once', async ({
  page,
  signIn,
}) => {
  const date = new Date(Date.now() + randomInt(30, 1000) * 86_400_000)
  const iso = dateInTimeZone(date)
  const { mark, lastName, file, line } = newSystem(iso.split('-').reverse().join('/'))
  await signIn(page, 'Sam')
  const known = await page.request.post('/api/clinic/patients', {
    data: { title: 'Ms', firstName: 'Zoe', lastName, dateOfBirth: '1961-03-14' },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(known.ok(), await known.text()).toBe(true)

  await page.goto('/clinic')
  await page.getByRole('link', { name: 'Import day list' }).click()
  await expect(page).toHaveURL('/clinic/day-list')
  await expectAccessible(page)
  const zoe = line('09:30', 'Zoe', '14/03/1961')
  await choose(page, file(zoe, line('10:15', 'Ben', '02/11/1980'), line('25:00', 'Cleo', '05/05/1975')))
  await expect(page.getByLabel('Field for ‘Provider’')).toHaveValue('clinician')
  await expectAccessible(page)
  await button(page, 'Check the rows').click()

  // Nobody is guessed: neither who the clinician is nor who the patient.
  await expect(row(page, `Zoe ${lastName}`)).toContainText('Which clinician?')
  await page.getByLabel(`Dr ${mark}`).selectOption({ index: 1 })
  await expect(row(page, `Zoe ${lastName}`)).toContainText('To be booked')
  await expect(row(page, `Ben ${lastName}`)).toContainText('No patient here has this name and date of birth')
  await expect(row(page, `Cleo ${lastName}`)).toContainText("'25:00' cannot be read as a time")
  await expectAccessible(page)
  await row(page, `Ben ${lastName}`)
    .getByRole('button', { name: /Find the patient/ })
    .click()
  await expectDialogAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await row(page, `Ben ${lastName}`)
    .getByRole('button', { name: /Add as a patient/ })
    .click()
  await expect(row(page, `Ben ${lastName}`)).toContainText('New patient, to be booked')
  await button(page, 'Import 2 appointments').click()
  await expect(heading(page, 'Day list imported')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to day board' }).click()
  const onBoard = (first: string) =>
    page.getByRole('listitem').filter({ has: heading(page, new RegExp(`${first} ${lastName}`)) })
  await expect(onBoard('Zoe')).toContainText('09:30')
  await expect(onBoard('Ben')).toContainText('10:15')

  // The same system's next list is read as this one was; who is gone from it is asked about.
  await page.goto('/clinic/day-list')
  await choose(page, file(zoe))
  await expect(row(page, `Zoe ${lastName}`)).toContainText('Already on the board')
  await page.getByLabel(`Cancel Ben ${lastName}`).check()
  await expectAccessible(page)
  await button(page, 'Import the changes').click()
  await expect(heading(page, 'Day list imported')).toBeFocused()
  await page.goto(`/clinic?day=${iso}&who=all`)
  await expect(onBoard('Ben')).toContainText('Cancelled')
  await expect(onBoard('Zoe')).not.toContainText('Cancelled')
})
