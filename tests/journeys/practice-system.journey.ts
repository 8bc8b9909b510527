import { dateInTimeZone } from '../../contract/calendar-day.ts'
import {
  demoAccountOf,
  expect,
  expectAccessible,
  expectDialogAccessible,
  signInByApi,
  test,
} from './journey.ts'
import { startPracticeSystemInstallation } from './practice-system-installation.ts'

test('an administrator connects Dentally, matches who and what, answers who is held, pauses and disconnects', async ({
  openBrowser,
  viewport,
}) => {
  const { address, demo, close } = await startPracticeSystemInstallation()
  try {
    // Dentally is a server on this machine with a certificate of its own.
    const page = await openBrowser({ baseURL: address, viewport, ignoreHTTPSErrors: true })
    await signInByApi(page, demoAccountOf(demo, 'Amara'))
    await page.goto('/clinic/settings')
    await page.getByRole('link', { name: 'Practice system' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Practice system')
    await expectAccessible(page)

    await test.step('a key that is wrong, and the right one', async () => {
      await page.getByRole('button', { name: 'Use an API key' }).click()
      await page.getByRole('button', { name: 'Connect' }).click()
      await expect(page.getByText('Enter the API key')).toBeVisible()
      await page.getByRole('textbox', { name: 'API key' }).fill('a-key-of-nobody-9999')
      await page.getByRole('button', { name: 'Connect' }).click()
      await expect(page.getByText('The key was rejected')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Replace key' }).click()
      await page.getByRole('textbox', { name: 'API key' }).fill('dentally-test-key-0001')
      await page.getByRole('button', { name: 'Replace key' }).click()
      await expect(page.getByText('Harbour Street Dental')).toBeVisible()
      await expect(page.getByText('3 appointments are not on the board yet')).toBeVisible()
    })

    await test.step('practitioners', async () => {
      await page.getByRole('link', { name: /^Practitioners/ }).click()
      await page.getByRole('button', { name: 'Confirm Priya Nair' }).click()
      await expect(page.getByText('Dr Priya Nair is matched')).toBeVisible()
      await page.getByLabel('Dr Locum Evans').selectOption('Leave these appointments out')
      await expect(page.getByText('Appointments of Dr Locum Evans are left out')).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('treatments', async () => {
      await page.getByRole('link', { name: /^Treatments/ }).click()
      const suggested = page.getByRole('button', { name: /root canal.* for Root canal treatment molar/i })
      await suggested.first().click()
      await expect(page.getByText('Root canal treatment molar is mapped')).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('held patients', async () => {
      await page.getByRole('link', { name: /^Held patients/ }).click()
      await expect(page.getByText('Appears twice in the practice system')).toBeVisible()
      await expect(page.getByText('Name or date of birth missing')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: /Leave out.*Philippa/ }).click()
      await expectDialogAccessible(page)
      await page.getByRole('button', { name: 'Leave out', exact: true }).click()
      await expect(page.getByText('Philippa')).toHaveCount(0)
      await page.getByRole('button', { name: /Add as new patient/ }).click()
      await expect(page.getByText('No patients held')).toBeVisible()
    })

    await test.step('the board, a pause and the end', async () => {
      const tomorrow = dateInTimeZone(new Date(Date.now() + 24 * 60 * 60_000))
      await expect(async () => {
        await page.goto(`/clinic?day=${tomorrow}&who=all`)
        await expect(page.getByText('Ottilie Fairweather').first()).toBeVisible({ timeout: 5000 })
      }).toPass()
      await page.goto('/clinic/settings/practice-system')
      await page.getByRole('button', { name: 'Pause' }).click()
      await expect(page.getByText('Paused', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Resume' }).click()
      await expect(page.getByRole('button', { name: 'Synchronise now' })).toBeVisible()
      await page.getByRole('link', { name: /^Written back/ }).click()
      await expect(page.getByText('Nothing written yet')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Connection' }).click()
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await expectDialogAccessible(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
      await expect(page.getByRole('button', { name: 'Connect with Dentally' })).toBeVisible()
    })

    await test.step('an answer that nobody asked for, and access granted on Dentally’s own page', async () => {
      await page.goto('/clinic/settings/practice-system?state=of-nobody&code=of-nobody')
      await expect(page.getByText('This was not begun here, or took too long. Connect again.')).toBeVisible()
      await expect(page).toHaveURL(/practice-system$/)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Connect with Dentally' }).click()
      await expect(page.getByText('Granted in Dentally')).toBeVisible()
      await expect(page).toHaveURL(/practice-system$/)
      await expect(page.getByText('Connected', { exact: true })).toBeVisible()
      await expectAccessible(page)
    })
  } finally {
    await close()
  }
})
