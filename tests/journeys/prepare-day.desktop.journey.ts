import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { answerHistory, callApi, expect, expectAccessible, newLastName, writeDetail } from './journey.ts'
import { linkFor, tokenOf } from './sent-mails.ts'
import { ask, newPerson, test as base } from './people.ts'
import { countSteps } from './step-count.ts'

type Dentist = {
  /** The browser of a dentist who is new at the practice, so that the day is theirs alone. */
  dentist: Page
  clinicianId: string
}

const test = base.extend<Dentist>({
  clinicianId: async ({ manager, page }, use) => {
    const { email, firstName, lastName, password } = newPerson()
    const { id } = await ask<{ id: string }>(manager, 'clinic/staff', {
      ...{ email, firstName, lastName, role: 'clinic_staff', permissionLevel: 2, permissions: {} },
      ...{ isClinician: true, jobTitle: 'Dentist', gdcNumber: String(randomInt(300_000, 999_999)) },
      ...{ loginHoursRestricted: false, loginHours: {} },
    })
    const token = tokenOf(await linkFor(email, '/register'))
    await ask(page.request, 'registration/finish', { token, firstName, lastName, password })
    await use(id)
  },
  dentist: async ({ page, clinicianId: _hired }, use) => use(page),
})

const day = dateInTimeZone(new Date(Date.now() + randomInt(30, 900) * 86_400_000))
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Consents of the day' }).getByRole('listitem').filter({ hasText: name })
const headingOf = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name: new RegExp(name) })

async function templateIdOf({ request }: Page, name: string): Promise<string> {
  const answer = await request.get(`/api/clinic/templates?search=Composite&owner=platform&pageSize=100`)
  const { rows } = (await answer.json()) as { rows: { id: string; name: string }[] }
  return rows.find((template) => template.name === name)!.id
}

type Patient = { id: string; firstName: string; lastName: string }

/** A new patient, who was asked what may stop a filling where they were. */
async function addPatient(page: Page, firstName: string, details: object, asked: string[] | null) {
  const patient = await ask<Patient>(page.request, 'clinic/patients', {
    ...{ firstName, lastName: newLastName(), dateOfBirth: '1979-04-02', email: 'robin@example.org' },
    ...details,
  })
  const templateId = await templateIdOf(page, 'Composite Filling')
  if (asked) await answerHistory(page, patient.id, [{ templateId, teeth: asked }])
  return patient
}

/** Six appointments: two to complete and send, one to send with others, one without e-mail, and two without a draft. */
async function bookDay(page: Page, clinicianId: string) {
  const templateId = await templateIdOf(page, 'Composite Filling')
  const filling = (tooth: string) => [{ templateId, teeth: [tooth], pricePence: 12_000 }]
  const book = (patient: Patient, time: string, details: object) =>
    ask(page.request, 'clinic/appointments', {
      ...{ patientId: patient.id, clinicianId, day, time, farDayConfirmed: true },
      ...details,
    })
  const first = await addPatient(page, 'Ada', {}, ['36'])
  const second = await addPatient(page, 'Bea', {}, ['46'])
  const third = await addPatient(page, 'Cai', {}, ['16'])
  const unreachable = await addPatient(page, 'Dee', { email: '' }, null)
  const unplanned = await addPatient(page, 'Eli', {}, null)
  const archived = await addPatient(page, 'Fay', {}, null)
  await book(first, '09:00', { treatments: filling('36') })
  await book(second, '09:30', { treatments: filling('46') })
  await book(third, '10:00', { treatments: filling('16') })
  await book(unreachable, '10:30', { treatments: filling('26') })
  await book(unplanned, '11:00', { reason: 'Smile make-over' })
  await book(archived, '11:30', { treatments: filling('27') })
  await ask(page.request, `clinic/patients/${archived.id}/archive`)
  return { first, second, third }
}

/** Completes the draft that is open with usual values. */
async function complete(page: Page, click: (target: Locator) => Promise<void>): Promise<void> {
  for (const label of ['Diagnosis', 'Why recommended', 'Prognosis']) {
    const usual = page.getByRole('toolbar', { name: `Usual values: ${label}` })
    await click(usual.getByRole('button').first())
  }
  await writeDetail(page, 'Risks for this patient', 'none')
  await expect(page.getByText('Ready to send')).toBeVisible()
}

const sendByKey = (page: Page) => page.keyboard.press('ControlOrMeta+Enter')

test('a dentist prepares a day, completes two consents by key, and sends the rest together', async ({
  dentist: page,
  clinicianId,
}, info) => {
  const { first, second, third } = await bookDay(page, clinicianId)
  await page.goto(`/clinic?day=${day}&who=mine`)
  const began = Date.now()
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await click(button(page, 'Prepare consents'))
  await expect(page).toHaveURL(/\/clinic\/consents\/prepare/)
  await expect(rowOf(page, first.lastName)).toContainText('4 missing')
  await expect(rowOf(page, first.lastName)).toContainText('Diagnosis · ')
  await expect(rowOf(page, 'Eli')).toContainText('“Smile make-over” is not linked to a template.')
  await expect(rowOf(page, 'Fay')).toContainText('The patient is archived.')
  await expect(headingOf(page, first.lastName)).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('Alt+ArrowDown')
  await expect(headingOf(page, second.lastName)).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(headingOf(page, first.lastName)).toBeFocused()
  await complete(page, click)
  await sendByKey(page)
  await expect(headingOf(page, second.lastName)).toBeFocused()
  await expect(rowOf(page, first.lastName)).toContainText('Sent')
  await complete(page, click)
  await sendByKey(page)
  await expect(headingOf(page, third.lastName)).toBeFocused()
  const told = `${clicks} clicks, ${((Date.now() - began) / 1000).toFixed(1)} seconds`
  info.annotations.push({ type: 'from the day board to two consents sent', description: told })

  // Whatever was written is saved before the next takes its place.
  await complete(page, click)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(headingOf(page, 'Dee')).toBeFocused()
  await expect(rowOf(page, third.lastName)).toContainText('Ready')
  await button(page, 'Send all ready (1)').click()
  await expect(page.getByText('All 1 done.')).toBeVisible()
  await expect(rowOf(page, third.lastName)).toContainText('Sent')
  await expectAccessible(page)

  await test.step('on a phone the list comes first, and a form leads back to it', async () => {
    const desk = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/clinic/consents/prepare?day=${day}&who=${clinicianId}`)
    await expect(headingOf(page, 'Dee')).toBeHidden()
    await rowOf(page, 'Dee').getByRole('link').click()
    await expect(headingOf(page, 'Dee')).toBeVisible()
    await expect(rowOf(page, 'Dee')).toBeHidden()
    await page.getByRole('link', { name: 'All consents of the day' }).click()
    await expect(headingOf(page, 'Dee')).toBeHidden()
    await expect(rowOf(page, 'Dee')).toBeVisible()
    await page.setViewportSize(desk)
  })

  const pageHeading = page.getByRole('heading', { level: 1, name: 'Prepare consents' })
  const undo = button(page, 'Undo: discard 1 draft')
  const asked = page.getByRole('alertdialog', { name: 'Discard the prepared drafts?' })
  await undo.click()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Dee')).toContainText('5 missing')
  await undo.click()
  await asked.getByRole('button', { name: 'Discard drafts' }).click()
  await expect(rowOf(page, 'Dee')).toContainText('Not prepared')
  await expect(pageHeading).toBeFocused()
  await expect(page.getByText('No drafts to complete')).toBeVisible()
  await button(page, 'Prepare 1 consent').click()
  await expect(rowOf(page, 'Dee')).toContainText('5 missing')
  await expect(pageHeading).toBeFocused()
  await expect(page.getByRole('status').first()).toContainText('1 draft to send, 3 sent, 2 without a draft')
})

const appointments_count = 24
/** A whole day, prepared and sent, in seconds of the keystroke-level model. */
const day_seconds_max = 120
const teeth = ['16', '26', '36', '46']

test('a day of 24 appointments is prepared, completed as last time by key, and sent', async ({
  dentist: page,
  clinicianId,
}, info) => {
  const templateId = await templateIdOf(page, 'Composite Filling')
  const addReviewed = async (firstName: string, tooth: string) => {
    const patient = await addPatient(page, firstName, {}, [tooth])
    await callApi(page, `patients/${patient.id}/history/reviews`, { version: 1 })
    return patient
  }
  // What this dentist wrote last, by one consent of before.
  const earlier = await callApi<{ id: string }>(page, 'consents', {
    ...{ patientId: (await addReviewed('Zoe', '36')).id, clinicianId, diagnosis: 'decay in the tooth' },
    items: [
      {
        ...{ templateId, teeth: ['36'] },
        placeholders: {
          price: '£120',
          individualRisks: 'none',
          prognosis: 'good',
          reason: 'it is glued in, so we can keep more of your own tooth',
        },
      },
    ],
  })
  await callApi(page, `consents/${earlier.id}/send`, {
    by: 'link',
    wordingConfirmed: true,
    unaskedAcknowledged: true,
  })
  const fullDay = dateInTimeZone(new Date(Date.parse(day) + 86_400_000))
  for (let at = 0; at < appointments_count; at++) {
    const tooth = teeth[at % teeth.length]!
    const patient = await addReviewed('Gil', tooth)
    await ask(page.request, 'clinic/appointments', {
      ...{ patientId: patient.id, clinicianId, day: fullDay, farDayConfirmed: true },
      time: `${String(8 + Math.floor(at / 3)).padStart(2, '0')}:${String((at % 3) * 20).padStart(2, '0')}`,
      treatments: [{ templateId, teeth: [tooth], pricePence: 12_000 }],
    })
  }
  await page.goto(`/clinic?day=${fullDay}&who=mine`)
  const steps = countSteps(page)
  const began = Date.now()
  await steps.choose(button(page, 'Prepare consents'))
  const heading = headingOf(page, 'Gil')
  for (let at = 0; at < appointments_count; at++) {
    await expect(page.getByText('4 details missing')).toBeVisible()
    if (at > 0) await expect(heading).toBeFocused()
    await steps.write('l')
    const none = page
      .getByRole('toolbar', { name: 'Usual values: Risks for this patient' })
      .getByRole('button')
      .first()
    await expect(none).toBeFocused()
    await steps.write(' ')
    await expect(page.getByText('Ready to send')).toBeVisible()
    await steps.command('Enter')
  }
  await expect(page.getByText(`${appointments_count} sent`)).toBeVisible()
  const { presses, keys, seconds } = steps.total()
  const told = `${presses} press, ${keys} keystrokes, ${seconds.toFixed(0)} s by hand, ${((Date.now() - began) / 1000).toFixed(0)} s here`
  info.annotations.push({ type: 'a day of 24 appointments', description: told })
  console.info(`A day of ${appointments_count} appointments: ${told}`)
  expect(seconds).toBeLessThanOrEqual(day_seconds_max)
})
