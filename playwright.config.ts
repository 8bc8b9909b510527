import { defineConfig, devices } from '@playwright/test'
import { findChromium, testBrowserArgs } from './tools/system-programs.ts'

const executablePath = findChromium()

/** What a practice does between two patients, which it may do on a tablet or a phone. */
const clinicDay = [
  'clinical-notes',
  'consent-list',
  'consent-plan',
  'day-board',
  'deliveries',
  'kiosk',
  'patient-record',
  'patients',
].map((name) => `**/${name}.journey.ts`)

/** Every story in every window takes twice as long, and finds little more than what is said below. */
const everywhere = process.env.JOURNEYS_EVERYWHERE ? ['**/*.journey.ts'] : []

/** Most of it is what a patient does on a phone; the screen where it is planned is among those of a tablet. */
const planned = /a dentist plans three treatments/

/**
 * A story is told once: staff at a desk, their patients on phones, and each page that is looked at is looked at in the
 * other's width as well (tests/journeys/journey.ts). The clinic's day is told on a tablet and on a phone too, and what
 * belongs to one window says so in its name.
 */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/journeys/global-setup.ts',
  // One more than the cores of the smallest machine: a story waits for a fifth of its time.
  workers: 3,
  // No story is told twice: one that fails by chance is found out and mended.
  retries: 0,
  forbidOnly: true,
  // Limits against hanging, far above what a loaded machine needs: no journey depends on its speed.
  timeout: 600_000,
  expect: { timeout: 180_000 },
  reporter: 'list',
  use: {
    ...(process.env.JOURNEY_ADDRESS && { baseURL: process.env.JOURNEY_ADDRESS }),
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: testBrowserArgs, ...(executablePath && { executablePath }) },
  },
  projects: [
    {
      name: 'desktop',
      testMatch: ['**/*.journey.ts'],
      testIgnore: ['**/*.phone.journey.ts', '**/*.tablet.journey.ts'],
      use: { viewport: { width: 1280, height: 860 } },
    },
    {
      name: 'phone',
      testMatch: [...clinicDay, '**/*.phone.journey.ts', ...everywhere],
      testIgnore: ['**/*.desktop.journey.ts', '**/*.tablet.journey.ts'],
      ...(everywhere.length === 0 && { grepInvert: planned }),
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
    {
      name: 'tablet',
      testMatch: [...clinicDay, '**/*.tablet.journey.ts'],
      grepInvert: planned,
      use: { ...devices['Galaxy Tab S9'], viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1 },
    },
  ],
})
