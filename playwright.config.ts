import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './tools/system-programs.ts'

const executablePath = findChromium()

/** Without a sandbox, which root may not use; nothing leaves this machine, and text is drawn alike everywhere. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/** What a practice does between two patients, which it may do on a tablet. */
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

/** A journey runs at phone and desktop width, unless its name says that it belongs to one; the clinic's day at a tablet's too. */
export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/journeys/global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Limits against hanging, far above what a loaded machine needs: no journey depends on its speed.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    ...(process.env.JOURNEY_ADDRESS && { baseURL: process.env.JOURNEY_ADDRESS }),
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args, ...(executablePath && { executablePath }) },
  },
  projects: [
    {
      name: 'phone',
      testMatch: ['**/*.journey.ts'],
      testIgnore: ['**/*.desktop.journey.ts', '**/*.tablet.journey.ts'],
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
    {
      name: 'desktop',
      testMatch: ['**/*.journey.ts'],
      testIgnore: ['**/*.phone.journey.ts', '**/*.tablet.journey.ts'],
      use: { viewport: { width: 1280, height: 860 } },
    },
    {
      name: 'tablet',
      testMatch: [...clinicDay, '**/*.tablet.journey.ts'],
      // Most of it is what a patient does on a phone; the screen where it is planned is among those below.
      grepInvert: /a dentist plans three treatments/,
      use: { ...devices['Galaxy Tab S9'], viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1 },
    },
  ],
})
