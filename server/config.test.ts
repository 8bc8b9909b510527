import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, findUnconfigured, readConfig } from './config.ts'

const masterKey = 'ab'.repeat(32)
const database = {
  DATABASE_URL: 'postgres://app:app-word@db/candour',
  DATABASE_OWNER_URL: 'postgres://owner:owner-word@db/candour',
  DATABASE_AUTH_URL: 'postgresql://auth:auth-word@db/candour',
  MASTER_KEY: masterKey,
}
const objectStore = {
  S3_ENDPOINT: 'https://objects.example.org',
  S3_REGION: 'london',
  S3_BUCKET: 'candour',
  S3_ACCESS_KEY_ID: 'key-word',
  S3_SECRET_ACCESS_KEY: 'secret-word',
}

function mistakesIn(variables: Record<string, string>): string {
  try {
    readConfig(variables)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}

describe('an empty environment', () => {
  it('is a complete private installation with every outside service off', () => {
    expect(readConfig({})).toEqual({
      mode: 'production',
      listen: { host: '127.0.0.1', port: 3000 },
      metrics: { off: true },
      metricsExport: { off: true },
      tracesExport: { off: true },
      publicAddress: 'http://localhost:3000',
      trustedProxy: { off: true },
      dataDir: path.resolve('data'),
      database: { embedded: true },
      masterKey: { off: true },
      mail: { off: true },
      signIn: {
        ways: { password: true, emailLink: true, phone: true, passkey: true, providers: [] },
        providers: { clients: {}, peer: null },
        passwordPolicy: {
          lengthMin: 12,
          lengthMax: 128,
          lowercase: false,
          uppercase: false,
          digit: false,
          symbol: false,
          breachedRefused: true,
        },
        captcha: false,
      },
      contact: { off: true },
      operator: { off: true },
      supportReplies: { off: true },
      bounces: { off: true },
      sms: { off: true },
      objectStore: { off: true },
      timestamps: { off: true },
      secondSignature: { off: true },
      malwareScanner: { off: true },
      video: { off: false, ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
      practiceSystems: {
        addresses: {
          dentally: 'https://api.dentally.co',
          'dentally-sandbox': 'https://api.sandbox.dentally.co',
          'open-dental': 'https://api.opendental.com/api/v1',
        },
        timeoutSeconds: 30,
        grants: { clients: {}, scopes: expect.stringContaining('patient:read') },
      },
      nameServers: [],
      webhooks: { privateNetworks: [], timeoutSeconds: 10 },
      writeBack: { off: true },
      backupKeys: { recipient: null, identity: null, passphrase: null },
      nightlyBackup: { off: true },
      walArchive: { off: true },
      languageModel: { off: true },
      billing: { off: true },
      stripeApi: 'https://api.stripe.com',
      planPrices: {},
      automaticTax: false,
      libraryUpdates: 'at-start',
      demo: true,
      demoYear: true,
      logLevel: 'info',
    })
  })

  it('is what blanks and placeholders amount to', () => {
    const placeholders = { STRIPE_SECRET_KEY: 'your_stripe_key', SMTP_URL: '', DATA_DIR: '  ', PORT: '' }
    expect(readConfig(placeholders)).toEqual(readConfig({}))
  })
})

describe('settings', () => {
  it('are read', () => {
    const config = readConfig({
      NODE_ENV: 'development',
      HOST: '0.0.0.0',
      PORT: '8080',
      DATA_DIR: '/srv/candour',
      PUBLIC_ADDRESS: 'https://consent.example.org/',
      TRUSTED_PROXY: '10.0.0.0/8, ::1',
      SMTP_URL: 'smtps://mail.example.org',
      MAIL_FROM: 'Candour <hello@example.org>',
      MAIL_BOUNCE_ADDRESS: 'bounces@example.org',
      MAIL_BOUNCE_SECRET: 'b'.repeat(32),
      SUPPORT_REPLY_ADDRESS: 'support@example.org',
      SUPPORT_REPLY_SECRET: 's'.repeat(32),
      TSA_URL: 'http://time.example.org',
      SECOND_SIGNATURE: 'ML-DSA-65',
      CLAMAV_SOCKET: '/run/clamav/clamd.ctl',
      LOG_LEVEL: 'debug',
      ...objectStore,
    })
    expect(config).toMatchObject({
      mode: 'development',
      listen: { host: '0.0.0.0', port: 8080 },
      dataDir: '/srv/candour',
      publicAddress: 'https://consent.example.org',
      trustedProxy: { networks: ['10.0.0.0/8', '::1'] },
      supportReplies: { address: 'support@example.org', secret: 's'.repeat(32) },
      mail: {
        ...{ off: false, url: 'smtps://mail.example.org', from: 'Candour <hello@example.org>' },
        bounceAddress: 'bounces@example.org',
      },
      bounces: { off: false, secret: 'b'.repeat(32) },
      objectStore: { off: false, bucket: 'candour', secretAccessKey: 'secret-word' },
      timestamps: { off: false, url: 'http://time.example.org' },
      secondSignature: { off: false, algorithm: 'ML-DSA-65' },
      malwareScanner: { off: false, address: { path: '/run/clamav/clamd.ctl' } },
      logLevel: 'debug',
    })
  })

  it('put the port into the public address unless that is given', () => {
    expect(readConfig({ PORT: '4100' }).publicAddress).toBe('http://localhost:4100')
  })

  it.each([
    ['http://localhost:3000', {}, '127.0.0.1'],
    ['http://127.0.0.1:3000', {}, '127.0.0.1'],
    ['http://[::1]:3000', {}, '127.0.0.1'],
    ['http://192.168.1.20:3000', {}, '0.0.0.0'],
    ['http://surgery-pc:3000', {}, '0.0.0.0'],
    ['http://192.168.1.20:3000', { HOST: '192.168.1.20' }, '192.168.1.20'],
    ['http://192.168.1.20:3000', { TRUSTED_PROXY: '127.0.0.1' }, '127.0.0.1'],
    ['http://192.168.1.20:3000', database, '127.0.0.1'],
    ['https://consent.example.org', { TRUSTED_PROXY: 'off' }, '127.0.0.1'],
  ])('at %s with %j listen at %s', (PUBLIC_ADDRESS, more, host) => {
    expect(readConfig({ PUBLIC_ADDRESS, ...more }).listen.host).toBe(host)
  })

  it('with an outside database have no demo unless it is asked for', () => {
    expect(readConfig(database)).toMatchObject({ database: { embedded: false }, demo: false })
    expect(readConfig({ ...database, DEMO: 'on' }).demo).toBe(true)
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false)
  })

  it('have a year of demo history only in a database of their own, and unless it is off', () => {
    expect(readConfig({ ...database, DEMO: 'on' }).demoYear).toBe(false)
    expect(readConfig({ DEMO: 'off' }).demoYear).toBe(false)
    expect(readConfig({ DEMO_YEAR: 'off' })).toMatchObject({ demo: true, demoYear: false })
  })

  it('may give a master key to the embedded database too', () => {
    const { masterKey: given } = readConfig({ MASTER_KEY: masterKey })
    expect(given.off ? undefined : given.key.export()).toEqual(Buffer.alloc(32, 0xab))
  })
})

describe('a mistake', () => {
  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000 or so'],
    ['NODE_ENV', 'staging'],
    ['PUBLIC_ADDRESS', 'consent.example.org'],
    ['PUBLIC_ADDRESS', 'https://consent.example.org/app'],
    ['PUBLIC_ADDRESS', 'https://name:word@consent.example.org'],
    ['TRUSTED_PROXY', 'all'],
    ['TRUSTED_PROXY', '10.0.0.0/33'],
    ['TRUSTED_PROXY', '10.0.0.1,,10.0.0.2'],
    ['MASTER_KEY', 'too short'],
    ['TSA_URL', 'ftp://time.example.org'],
    ['SECOND_SIGNATURE', 'MD5'],
    ['CLAMAV_SOCKET', 'clamd.ctl'],
    ['CLAMAV_SOCKET', 'scanner:99999'],
    ['MAIL_BOUNCE_ADDRESS', 'bounces+all@example.org'],
    ['MAIL_BOUNCE_SECRET', 'too short'],
    ['SUPPORT_REPLY_ADDRESS', 'support+all@example.org'],
    ['SUPPORT_REPLY_SECRET', 'too short'],
    ['DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
  ])('in %s (%s) is named', (name, value) => {
    expect(mistakesIn({ [name]: value })).toMatch(
      new RegExp(`\n  ${name}: must|\n  ${name}: Choose one of these: `),
    )
  })

  it('is told with all others, without any value', () => {
    const message = mistakesIn({
      ...database,
      PORT: 'many',
      MASTER_KEY: 'master-word',
      DATABASE_URL: 'mysql://app:app-word@db/candour',
      SMTP_URL: 'http://name:mail-word@mail',
      MAIL_FROM: 'nobody',
    })
    expect(
      message
        .split('\n  ')
        .slice(1)
        .map((line) => line.split(':')[0]),
    ).toEqual(expect.arrayContaining(['PORT', 'MASTER_KEY', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM']))
    expect(message).not.toMatch(/many|word|nobody/)
  })

  it.each(['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_AUTH_URL', 'MASTER_KEY'] as const)(
    'is an outside database without %s',
    (name) => {
      const { [name]: _left, ...rest } = database
      expect(mistakesIn(rest)).toContain(`${name}: is needed because`)
    },
  )

  it('is a replica of a database that is not named', () => {
    const replica = { DATABASE_READ_URL: 'postgres://app:app-word@replica/candour' }
    expect(mistakesIn(replica)).toContain('DATABASE_URL: is needed because DATABASE_READ_URL is set')
    expect(readConfig({ ...database, ...replica }).database).toMatchObject({
      readUrl: replica.DATABASE_READ_URL,
    })
    expect(readConfig(database).database).toMatchObject({ readUrl: null })
  })

  it('is a pooler without a way past it', () => {
    const past = 'postgres://app:app-word@database/candour'
    const way = { DATABASE_SESSION_URL: past }
    expect(readConfig({ ...database, ...way }).database).toMatchObject({
      sessionUrl: past,
      keepsPrepared: true,
    })
    expect(readConfig({ ...database, ...way, DATABASE_PREPARED: 'off' }).database).toMatchObject({
      keepsPrepared: false,
    })
    expect(readConfig(database).database).toMatchObject({ sessionUrl: null, keepsPrepared: true })
    expect(mistakesIn(way)).toContain('DATABASE_URL: is needed because DATABASE_SESSION_URL is set')
    expect(mistakesIn({ ...database, DATABASE_PREPARED: 'off' })).toContain(
      'DATABASE_SESSION_URL: is needed because DATABASE_PREPARED is set',
    )
    expect(mistakesIn({ ...database, DATABASE_SESSION_URL: database.DATABASE_URL })).toContain(
      'DATABASE_SESSION_URL: is the same as DATABASE_URL',
    )
    expect(mistakesIn({ ...database, DATABASE_SESSION_URL: 'nobody' })).toContain('DATABASE_SESSION_URL')
    expect(mistakesIn({ ...database, ...way, DATABASE_PREPARED: 'sometimes' })).toContain('DATABASE_PREPARED')
  })

  it('is a cluster that is not named, or with what was never tried on one', () => {
    const cluster = { DATABASE_ENGINE: 'citus' }
    expect(readConfig({ ...database, ...cluster }).database).toMatchObject({ engine: 'citus' })
    expect(readConfig(database).database).toMatchObject({ engine: 'postgresql' })
    expect(mistakesIn({ ...database, DATABASE_ENGINE: 'mysql' })).toContain('DATABASE_ENGINE')
    expect(mistakesIn(cluster)).toContain('DATABASE_URL: is needed because DATABASE_ENGINE is citus')
    for (const [name, value] of [
      ['DATABASE_READ_URL', 'postgres://app:app-word@replica/candour'],
      ['DATABASE_SESSION_URL', 'postgres://app:app-word@database/candour'],
      ['BACKUP_DIR', '/backups'],
    ] as const) {
      const refused = `${name}: cannot be used with DATABASE_ENGINE=citus`
      expect(mistakesIn({ ...database, ...cluster, [name]: value })).toContain(refused)
      const rest = { ...database, [name]: value, BACKUP_PASSPHRASE: 'a passphrase that is long' }
      expect(() => readConfig(rest)).not.toThrow()
    }
    expect(mistakesIn({ ...database, ...cluster, DEMO: 'on' })).toContain('DEMO: cannot be on')
  })

  it('is half of a service', () => {
    expect(mistakesIn({ SMTP_URL: 'smtp://mail' })).toContain('MAIL_FROM: is needed because SMTP_URL is set')
    expect(mistakesIn({ S3_BUCKET: 'candour' })).toContain('S3_ENDPOINT: is needed because S3_BUCKET is set')
    expect(mistakesIn({ STRIPE_SECRET_KEY: 'word' })).toContain('STRIPE_WEBHOOK_SECRET: is needed')
  })

  it('is a key for trying beside one for real payments', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(mistakesIn({ ...keys, STRIPE_PUBLIC_KEY: 'pk_test_1' })).toContain(
      'STRIPE_PUBLIC_KEY: is for another mode',
    )
    expect(readConfig({ ...keys, STRIPE_PUBLIC_KEY: 'pk_live_1' }).billing.off).toBe(false)
  })
})

describe('the prices of the plans', () => {
  it('are named by plan; growth may be called pro, and a plan may go without', () => {
    const { planPrices } = readConfig({ STRIPE_PRICE_STARTER: 'price_1', STRIPE_PRICE_PRO: 'price_2' })
    expect(planPrices).toEqual({ starter: 'price_1', growth: 'price_2' })
    expect(readConfig({ STRIPE_PRICE_GROWTH: 'price_your_id' }).planPrices).toEqual({})
  })
})

describe('the configuration warning', () => {
  it('names what is not set up', () => {
    expect(findUnconfigured(readConfig({}))).toEqual(['billing', 'database', 'mail'])
    const mail = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'hello@example.org' }
    const billing = { STRIPE_SECRET_KEY: 'word', STRIPE_WEBHOOK_SECRET: 'word' }
    expect(findUnconfigured(readConfig({ ...database, ...mail }))).toEqual(['billing'])
    expect(findUnconfigured(readConfig({ ...database, ...mail, ...billing }))).toEqual([])
  })
})

describe('who runs it', () => {
  it('is named with what was set, and nothing else', () => {
    const variables = { OPERATOR_NAME: 'Bay Software Ltd', CONTACT_ADDRESS: 'hello@bay.example' }
    expect(readConfig(variables)).toMatchObject({
      contact: { off: false, address: 'hello@bay.example' },
      operator: { off: false, name: 'Bay Software Ltd', postalAddress: null, companyNumber: null },
    })
  })

  it.each<[Record<string, string>, string]>([
    [{ OPERATOR_ICO_NUMBER: 'ZA000000' }, 'OPERATOR_NAME: is needed because OPERATOR_ICO_NUMBER is set'],
    [{ CONTACT_ADDRESS: 'nobody' }, 'CONTACT_ADDRESS: must be an e-mail address'],
  ])('is refused as %j', (variables, mistake) => {
    expect(() => readConfig(variables)).toThrow(mistake)
  })
})

describe('ways to sign in', () => {
  const signInOf = (variables: Record<string, string>) => readConfig(variables).signIn

  it('are those that are named, and the providers that are set up', () => {
    const { ways, providers } = signInOf({
      SIGN_IN_WAYS: 'email-link, passkey',
      GITHUB_CLIENT_ID: 'id',
      GITHUB_CLIENT_SECRET: 'secret',
      FACEBOOK_CLIENT_ID: 'your_facebook_id',
    })
    expect(ways).toEqual({
      password: false,
      emailLink: true,
      phone: false,
      passkey: true,
      providers: ['github'],
    })
    expect(providers.clients).toEqual({ github: { clientId: 'id', clientSecret: 'secret' } })
  })

  it.each([
    [{ SIGN_IN_WAYS: 'password,fax' }, 'SIGN_IN_WAYS: must name some of'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET: is needed because GOOGLE_CLIENT_ID is set'],
    [{ TWILIO_FROM: '+447700900000' }, 'TWILIO_AUTH_TOKEN: is needed because TWILIO_FROM is set'],
    [{ PASSWORD_POLICY: 'length:twelve' }, "PASSWORD_POLICY: must be 'none', or a list"],
    [{ PASSWORD_POLICY: 'length:12-200' }, "PASSWORD_POLICY: must be 'none', or a list"],
    [{ CAPTCHA: 'yes' }, 'CAPTCHA: '],
  ])('%j is refused by name', (variables, told) => {
    expect(() => readConfig(variables)).toThrow(told)
  })

  it('take a policy for passwords, which is 6 characters where none is wanted', () => {
    const policyOf = (text: string) => signInOf({ PASSWORD_POLICY: text }).passwordPolicy
    expect(policyOf('none')).toMatchObject({ lengthMin: 6, breachedRefused: false })
    expect(policyOf('length:10,uppercase,digit,symbol')).toMatchObject({
      lengthMin: 10,
      uppercase: true,
      lowercase: false,
      digit: true,
      symbol: true,
      breachedRefused: false,
    })
    expect(policyOf('length:3').lengthMin).toBe(6)
    expect(policyOf('length:12-64,breached')).toMatchObject({ lengthMin: 12, lengthMax: 64 })
    expect(policyOf('length:12,breached')).toMatchObject({ lengthMin: 12, lengthMax: 128 })
  })

  it('send texts by Twilio once all of its settings are there', () => {
    const { sms } = readConfig({ TWILIO_ACCOUNT_SID: 'sid', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+44' })
    expect(sms).toEqual({
      off: false,
      accountSid: 'sid',
      authToken: 'token',
      from: '+44',
      api: 'https://api.twilio.com',
    })
  })
})

describe('connections to other programs', () => {
  it('name the folder of the practice system and the private networks that may be called', () => {
    const { writeBack, webhooks } = readConfig({
      WRITE_BACK_DIR: 'collected',
      WEBHOOK_NETWORKS: '192.168.7.0/24, fd00::/8',
    })
    expect(writeBack).toEqual({ off: false, folder: path.resolve('collected') })
    expect(webhooks.privateNetworks).toEqual(['192.168.7.0/24', 'fd00::/8'])
  })

  it('register the installation with Dentally and its sandbox apart', () => {
    const { practiceSystems } = readConfig({
      DENTALLY_SANDBOX_CLIENT_ID: 'candour-trying',
      DENTALLY_SANDBOX_CLIENT_SECRET: 'a secret',
      DENTALLY_SCOPES: 'patient:read',
    })
    expect(practiceSystems.grants).toEqual({
      clients: { 'dentally-sandbox': { clientId: 'candour-trying', clientSecret: 'a secret' } },
      scopes: 'patient:read',
    })
  })

  it.each([
    [{ WEBHOOK_NETWORKS: 'the office' }, 'WEBHOOK_NETWORKS: must hold addresses and CIDR ranges'],
    [{ DENTALLY_ADDRESS: 'http://api.dentally.co' }, 'DENTALLY_ADDRESS: must be'],
    [
      { DENTALLY_CLIENT_ID: 'candour' },
      'DENTALLY_CLIENT_SECRET: is needed because DENTALLY_CLIENT_ID is set',
    ],
    [{ WEBHOOK_CA_FILE: '/nowhere/at/all.pem' }, 'WEBHOOK_CA_FILE: must name a file with a certificate'],
    [{ WEBHOOK_CA_FILE: path.resolve('package.json') }, 'WEBHOOK_CA_FILE: must name a file'],
  ])('are refused where they cannot be used: %j', (variables, mistake) => {
    expect(mistakesIn(variables)).toContain(mistake)
  })
})

describe('a language model', () => {
  const model = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'small' }

  it('is one of any address, without a slash at its end, or Anthropic’s own', () => {
    const own = readConfig({ ...model, LLM_BASE_URL: 'http://models.internal/v1/' }).languageModel
    expect(own).toEqual({
      ...{ off: false, provider: 'openai-compatible', model: 'small', apiKey: '' },
      baseUrl: 'http://models.internal/v1',
    })
    const theirs = readConfig({
      LLM_PROVIDER: 'anthropic',
      LLM_MODEL: 'some',
      LLM_API_KEY: 'key',
    }).languageModel
    expect(theirs).toMatchObject({
      provider: 'anthropic',
      baseUrl: 'https://api.anthropic.com/v1',
      apiKey: 'key',
    })
  })

  it.each<[Record<string, string>, string]>([
    [model, 'LLM_BASE_URL: is needed'],
    [{ LLM_PROVIDER: 'anthropic', LLM_MODEL: 'some' }, 'LLM_API_KEY: is needed'],
    [{ LLM_PROVIDER: 'anthropic', LLM_API_KEY: 'key' }, 'LLM_MODEL: is needed'],
    [{ LLM_API_KEY: 'key' }, 'LLM_PROVIDER: is needed'],
    [{ ...model, LLM_BASE_URL: 'ftp://models' }, 'LLM_BASE_URL: must be an address'],
  ])('is refused when it is set up by half: %j', (variables, mistake) => {
    expect(() => readConfig(variables)).toThrow(mistake)
  })
})

describe('backups', () => {
  const folder = { BACKUP_DIR: '/backups' }
  const recipient = { BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }

  it('are made every night where there is a folder and a key', () => {
    const { nightlyBackup, backupKeys } = readConfig({ ...folder, ...recipient, BACKUP_HOUR: '0' })
    expect(nightlyBackup).toEqual({ off: false, folder: '/backups', hour: 0, keep: 14 })
    expect(backupKeys).toEqual({ recipient: recipient.BACKUP_RECIPIENT, identity: null, passphrase: null })
  })

  it.each<[Record<string, string>, string]>([
    [folder, 'BACKUP_RECIPIENT: it or BACKUP_PASSPHRASE is needed because BACKUP_DIR is set'],
    [{ BACKUP_KEEP: '3' }, 'BACKUP_DIR: is needed because BACKUP_KEEP is set'],
    [
      { WAL_ARCHIVE_DIR: "/log's" },
      'WAL_ARCHIVE_DIR: must be an absolute path of letters, digits and ._/- alone',
    ],
    [
      { WAL_ARCHIVE_DIR: '/log', DATABASE_URL: 'postgres://a@b/c' },
      'WAL_ARCHIVE_DIR: is for the embedded database; the server of DATABASE_URL archives by itself',
    ],
    [{ ...folder, ...recipient, BACKUP_HOUR: '24' }, 'BACKUP_HOUR: must be a whole number from 0 to 23'],
    [{ ...folder, ...recipient, BACKUP_PASSPHRASE: 'words for another use' }, 'cannot be used beside'],
    [{ ...folder, BACKUP_PASSPHRASE: 'short' }, 'must have 16 characters at least'],
    [{ ...folder, BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1' }, "begins with 'age1'"],
  ])('are refused when they are set up by half: %j', (variables, mistake) => {
    expect(() => readConfig(variables)).toThrow(mistake)
  })
})

describe('the master key while it changes', () => {
  const [own, other] = ['ab'.repeat(32), 'cd'.repeat(32)]

  it('has others that are read besides', () => {
    const { masterKey } = readConfig({ MASTER_KEY: own, MASTER_KEY_OTHERS: `${other}, ${own}` })
    expect(!masterKey.off && masterKey.others).toHaveLength(2)
  })

  it.each([
    ['others without one of its own', { MASTER_KEY_OTHERS: other }, 'MASTER_KEY: is needed because'],
    [
      'others that are no keys',
      { MASTER_KEY: own, MASTER_KEY_OTHERS: `${other},no key` },
      'MASTER_KEY_OTHERS',
    ],
  ])('refuses %s', (_what, variables, mistake) => {
    expect(() => readConfig(variables)).toThrow(mistake)
  })
})

describe('traces', () => {
  const receiver = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  const tracesOf = (variables: Record<string, string>) => readConfig(variables).tracesExport

  it.each([
    ['where counts go, a tenth of them', receiver, { off: false, ratio: 0.1 }],
    [
      'where they go themselves',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' },
      { off: false, ratio: 0.1 },
    ],
    [
      'as many as are asked for',
      { ...receiver, OTEL_TRACES_SAMPLER_ARG: '0.025' },
      { off: false, ratio: 0.025 },
    ],
    ['all', { ...receiver, OTEL_TRACES_SAMPLER_ARG: '1' }, { off: false, ratio: 1 }],
    ['none', { ...receiver, OTEL_TRACES_EXPORTER: 'none' }, { off: true }],
    ['nowhere', { OTEL_TRACES_SAMPLER_ARG: '1' }, { off: true }],
  ])('are sent %s', (_name, variables, expected) => expect(tracesOf(variables)).toEqual(expected))

  it.each(['1.5', '-1', 'ten'])('are no part such as %j of all', (ratio) =>
    expect(mistakesIn({ ...receiver, OTEL_TRACES_SAMPLER_ARG: ratio })).toContain(
      'OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1',
    ),
  )
})
