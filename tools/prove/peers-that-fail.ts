/**
 * Mail, SMS, S3, Stripe and the timestamp authority hang, answer rubbish, lose their answers and come and go while
 * patients and staff work and the practice pays and changes its plan. Afterwards nothing that was acknowledged may be lost
 * or doubled: no message taken twice, no payment charged twice, no document missing. Prints its counts.
 *
 *   node tools/prove/peers-that-fail.ts [moods of each, 30; never fewer than there are moods]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { contract } from '../../contract/index.ts'
import { findRunningPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { openMockObjectStore } from '../../server/testing/mock-object-store.ts'
import { openMockTwilio } from '../../server/testing/mock-twilio.ts'
import { openMockSmtpServer } from '../../server/testing/mock-smtp-server.ts'
import { openMockStripe } from '../../server/testing/mock-stripe.ts'
import { openMockTimestampAuthority } from '../../server/testing/mock-timestamp-authority.ts'
import { cardPayments } from './card-payments.ts'
import { checkInvariants, type InvariantReport } from './invariants.ts'
import { startMixedLoad } from './mixed-load.ts'
import { faultModes, openFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { runFaultTest } from './fault-test-run.ts'
import { stopServer, startServer, untilReady } from './test-server-process.ts'
import { openPractice } from './signed-consents.ts'

const failureModes = faultModes.filter((mood) => mood !== 'well')
/** Each mood comes at least once. */
const occurrences_min = Math.max(failureModes.length, Number(process.argv[2] ?? 30))
const mood_ms_max = 8000
const settle_seconds_max = 480
const port = 4420
const address = `http://localhost:${port}`
const [stripeKey, webhookSecret, smsToken] = ['sk_test_candour', 'whsec_candour_test', 'token of this proof']
const log = { info() {}, warn() {}, error: console.error }

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  const [mail, sms, store] = [
    await openMockSmtpServer(),
    await openMockTwilio(smsToken),
    await openMockObjectStore(),
  ]
  const stamps = await openMockTimestampAuthority(3650)
  const prices = { price_starter: 2900, price_growth: 7900, price_pro: 19_900 }
  const stripe = await openMockStripe(stripeKey, { prices })
  for (const peer of [mail, sms, store, stamps, stripe]) proof.atEnd(() => peer.close())
  const peers = {
    ...{ mail: mail.url, SMS: sms.api, S3: store.endpoint },
    ...{ 'time stamps': stamps.address, Stripe: stripe.api },
  }
  const gates = {} as Record<keyof typeof peers, FaultyProxy>
  for (const [name, url] of Object.entries(peers)) {
    const gate = await openFaultyProxy({ host: '127.0.0.1', port: Number(new URL(url).port) })
    proof.atEnd(() => gate.close())
    gates[name as keyof typeof peers] = gate
  }
  const at = (name: keyof typeof peers, scheme = 'http') => `${scheme}://127.0.0.1:${gates[name].port}`
  const server = startServer({
    ...{ dataDir, port },
    settings: {
      ...{
        DEMO: 'on',
        SMTP_URL: at('mail', 'smtp'),
        MAIL_FROM: 'candour@example.org',
        TSA_URL: at('time stamps'),
      },
      ...{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: smsToken, TWILIO_FROM: '+447700900000' },
      ...{ TWILIO_API: at('SMS'), S3_ENDPOINT: at('S3'), S3_REGION: 'eu-west-2', S3_BUCKET: 'records' },
      ...{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret', STRIPE_API: at('Stripe') },
      ...{ STRIPE_SECRET_KEY: stripeKey, STRIPE_WEBHOOK_SECRET: webhookSecret },
      ...{ STRIPE_PRICE_STARTER: 'price_starter', STRIPE_PRICE_GROWTH: 'price_growth' },
      ...{ STRIPE_PRICE_GROWTH_PRO: 'price_pro' },
    },
  })
  proof.atEnd(() => stopServer(server))
  await untilReady(address)
  const practice = await openPractice(address, dataDir)
  const load = startMixedLoad(practice, {
    ...{ patients: 3, readers: 1, boards: 1 },
    sendings: ['email', 'sms', 'link'],
  })
  const payer = await openPractice(address, dataDir)
  // Until Stripe has told what the plans cost, a practice is asked to talk to us.
  while ((await payer.staff.call(contract.billing.get, {})).prices.length < Object.keys(prices).length)
    await sleep(1000)
  const payments = cardPayments(payer, { stripe, webhookSecret, address })

  /** One peer in one mood after the other, in an order of its own, with good times in between. */
  async function moody(name: string, gate: FaultyProxy): Promise<void> {
    for (let n = 0; n < occurrences_min; n++) {
      const mood =
        failureModes[n < failureModes.length ? n : Math.floor(Math.random() * failureModes.length)]!
      await gate.set(mood)
      proof.injected(`${name}: ${mood}`)
      await sleep(500 + Math.random() * mood_ms_max)
      await gate.set('well')
      await sleep(Math.random() * mood_ms_max * 0.5)
    }
  }
  await Promise.all(Object.entries(gates).map(([name, gate]) => moody(name, gate)))
  console.error(`all are well again, ${load.done()} steps acknowledged`)
  await load.stop()
  await payments.stop()

  const { ownerConfig: owner } = (await findRunningPostgres(dataDir, log))!
  await waitUntilSettled(owner)
  const { acknowledged, diagnosis, counts, longest_ms, wrong } = load
  const found = await checkInvariants({ staff: practice.staff, address, owner, acknowledged, diagnosis })
  checkNoDuplicates(
    found,
    mail.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)![1]!),
    'mail',
  )
  checkNoDuplicates(
    found,
    sms.received.map(({ callback, body }) => callback || body),
    'text',
  )
  await payments.examine(found)
  return {
    counts: {
      'invariants checked': found.checked,
      ...{ consents: acknowledged.size, steps: load.done(), ...counts, longest_ms },
      ...{ mails: mail.received.length, texts: sms.received.length, payments: payments.counts },
      messages: await statusesOf(owner),
      'callers who met a mood': Object.fromEntries(
        Object.entries(gates).map(([name, { met }]) => [name, met]),
      ),
      endedIn_ms: await stopServer(server),
    },
    amiss: [...found.amiss, ...wrong, ...payments.wrong],
  }
})

async function withOwner<T>(owner: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Waits until no message is on its way and no job waits to be tried again. */
async function waitUntilSettled(owner: pg.ClientConfig): Promise<void> {
  const until = Date.now() + settle_seconds_max * 1000
  await withOwner(owner, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ waiting: number }>(
        `select (select count(*) from messages where status in ('queued', 'sending'))::int
              + (select count(*) from pgboss.job where state in ('created', 'retry', 'active')
                 and start_after < now() + interval '10 minutes')::int as waiting`,
      )
      if (rows[0]!.waiting === 0 || Date.now() > until) return
      await sleep(1000)
    }
  })
}

function statusesOf(owner: pg.ClientConfig): Promise<Record<string, number>> {
  return withOwner(owner, async (client) => {
    const { rows } = await client.query<{ status: string; count: number }>(
      `select channel || ' ' || status, count(*)::int from messages where channel <> 'letter' group by 1 order by 1`,
    )
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  })
}

/** Whether nothing that a peer took came twice. */
function checkNoDuplicates(
  { checked, amiss }: InvariantReport,
  names: readonly string[],
  kind: string,
): void {
  const invariant = `no ${kind} reached its peer twice`
  checked[invariant] = names.length
  for (const name of names.filter((each, place) => names.indexOf(each) !== place))
    amiss.push(`${invariant}: ${name}`)
}
