import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { contract } from '../../contract/index.ts'
import type { App } from '../app.ts'
import type { AppOptions } from '../core.ts'
import type { Config } from '../config.ts'
import { day_ms, minute_ms } from '../platform/clock.ts'
import { keySourceOf } from '../key-source.ts'
import { openKeyring } from '../platform/keys/keyring.ts'
import { demoAccounts, insertDemoAccounts, type DemoAccount } from './demo-accounts.ts'
import { adoptLibrary } from './demo-adoption.ts'
import { bookDemoDay } from './demo-appointments.ts'
import { demoConsents, type DemoConsent } from './demo-consents.ts'
import { importDemoFees } from './demo-fees.ts'
import { recordHistories } from './demo-histories.ts'
import { addOldRecords } from './demo-old-records.ts'
import { createDemoClock, createDemoContext, type DemoContext } from './demo-context.ts'
import { demoPatientOf, runDemoConsent, sendDemoConsent } from './demo-consent-steps.ts'
import { addVideoConsent } from './demo-video.ts'
import { year_days } from './demo-year-plan.ts'
import { beginYear } from './demo-year-progress.ts'

export type DemoSummary = {
  address: string
  accounts: DemoAccount[]
  patientLink: { url: string; dateOfBirth: string; patientName: string }
}

/** Before the first consent of the demo is made out. */
const demo_history_days = 46
/** The practice is older than its first consent. */
const practice_days = year_days + 30

const summaryFile = (dataDir: string) => path.join(dataDir, 'demo.json')

/** The demo that a start before this one made, for the address that this one has; none where its file cannot be read. */
export function findDemo({
  dataDir,
  publicAddress,
}: Pick<Config, 'dataDir' | 'publicAddress'>): DemoSummary | null {
  try {
    const found = JSON.parse(readFileSync(summaryFile(dataDir), 'utf8')) as DemoSummary
    return found.address === publicAddress ? found : null
  } catch {
    return null
  }
}

/** Whole or not at all: it is written while the product serves, when somebody may read it. */
async function saveSummary(file: string, summary: DemoSummary): Promise<void> {
  await writeFile(`${file}.draft`, `${JSON.stringify(summary, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.draft`, file)
}

type DemoDeps = Omit<AppOptions, 'clock' | 'logins'> & {
  logins: AppOptions['logins'] & { owner: AppOptions['logins']['app'] }
  openApp(parts: AppOptions): Promise<App>
}

/**
 * Makes the demo clinics through the product's own operations, so that every record, chain and document is a true one.
 * Every step carries its own idempotency key: cut off and started again, it goes on where it was. Made already, only
 * new wording is adopted and a fresh patient link added.
 */
export async function createDemo({ config, log, logins, openApp }: DemoDeps): Promise<DemoSummary> {
  const accounts = demoAccounts(config.dataDir)
  const keyring = openKeyring(keySourceOf(config))
  await insertDemoAccounts(logins.owner, accounts, {
    now: new Date(Date.now() - practice_days * day_ms),
    keyring,
  })
  const clock = createDemoClock()
  const app = await openApp({
    config: { ...config, mail: { off: true } },
    log,
    logins,
    clock,
    // What was kept on a set-up page is for people; nobody of the demo gets mail.
    ignoresSavedServices: true,
    // Nobody else waits for an answer: a busy machine makes the demo slowly rather than not at all.
    eventLoopDelayMsMax: null,
  })
  try {
    const context = await createDemoContext({ app, accounts, origin: config.publicAddress, clock })
    const file = summaryFile(config.dataDir)
    const isNew = !existsSync(file)
    if (isNew) await addOldRecords(context)
    if (isNew) clock.set(Date.now() - (practice_days - 1) * day_ms)
    await adoptLibrary({ app, accounts, origin: config.publicAddress })
    if (isNew) await importDemoFees(context)
    if (isNew) clock.set(Date.now() - demo_history_days * day_ms)
    if (isNew) await createDemoRecords(context)
    if (isNew) await addVideoConsent(context)
    clock.set(Date.now())
    await bookDemoDay(context)
    if (isNew && config.demoYear) await beginYear(config.dataDir, Date.now())
    const summary = { address: config.publicAddress, accounts, patientLink: await getOpenLink(context) }
    await saveSummary(file, summary)
    return summary
  } finally {
    await app.close()
  }
}

/**
 * Brings a demo that is there up to date. Where that fails, it stays as it was: the database may be away for a moment, or
 * somebody in it may have another password by now, and neither ends what serves already.
 */
export async function refreshDemo(known: DemoSummary, parts: DemoDeps): Promise<DemoSummary> {
  try {
    return await createDemo(parts)
  } catch (err) {
    parts.log.error({ err }, 'the demo was not brought up to date')
    return known
  }
}

async function createDemoRecords(context: DemoContext): Promise<void> {
  const { app, clock } = context
  await context.addPatients()
  await recordHistories(context)
  for (const [number, consent] of demoConsents.entries()) await runDemoConsent(context, consent, number)
  clock.set(Date.now())
  await app.sweep('consents.expired')
  await app.jobs.drain()
}

/** A link that is ready to be opened: to a consent that still waits, else to a new one. */
async function getOpenLink(context: DemoContext): Promise<DemoSummary['patientLink']> {
  const consent = demoConsents.at(-1)!
  const { firstName, lastName, dateOfBirth } = demoPatientOf(consent)
  const patientId = await context.patientId(lastName)
  const waiting = await context.owner.call(contract.consents.list, { view: 'awaiting', patientId })
  const consentId = waiting!.rows[0]?.id ?? (await sendNewConsent(context, consent))
  const link = await context.owner.call(contract.signing.createLink, { consentId })
  return { url: link!.url, dateOfBirth, patientName: `${firstName} ${lastName}` }
}

async function sendNewConsent(context: DemoContext, consent: DemoConsent): Promise<string> {
  context.clock.set(Date.now() - 10 * minute_ms)
  const { consentId } = await sendDemoConsent(context, consent, {
    key: `demo-again-${Date.now()}`,
    by: 'link',
  })
  return consentId
}
