import { emailAddress, optionalEmailAddress, phoneNumber } from './contact-fields.ts'
import { z } from 'zod'
import {
  aborted,
  invalidArgument,
  nameText,
  operation,
  optionalText,
  personName,
  text,
  typedText,
} from './kit.ts'
import { nations } from './retention-rules.ts'
import { CheckResult } from './setup-checks.ts'

/** The steps of a first run, in their order. */
const wizardSteps = ['admin', 'practice', 'mail', 'storage', 'payments', 'finish'] as const
export type WizardStep = (typeof wizardSteps)[number]

/** The services that may be set on a page. Where the environment sets one, that counts, and the page says so. */
export const configurableServices = ['mail', 'storage', 'payments'] as const
export type ConfigurableService = (typeof configurableServices)[number]

const sources = ['environment', 'saved', 'skipped', 'open'] as const

/** Where a service stands; of what was entered only what is no secret. */
const ServiceState = z.object({
  service: z.enum(configurableServices),
  source: z.enum(sources),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What was entered and may be shown again, by field. */
  entered: z.record(z.string(), z.string()),
  savedAt: z.iso.datetime().nullable(),
  /** It was saved and is used from the next start on. */
  waitsForStart: z.boolean(),
})
export type ServiceState = z.infer<typeof ServiceState>

const Practice = z.object({
  id: z.uuid(),
  name: z.string(),
  address: z.string(),
  nation: z.enum(nations),
  /** Its first administrator, and whether they have registered. */
  administrator: z.object({ name: z.string(), email: z.string(), isRegistered: z.boolean() }),
})

const WizardState = z.object({
  /** Signed in as a super administrator who has a second factor; false for whoever holds the token alone. */
  isSignedIn: z.boolean(),
  /** The super administrator of this session is the demo's own: another one must be made first. */
  isDemoAdmin: z.boolean(),
  practice: Practice.nullable(),
  services: z.array(ServiceState),
  /** Practices of the demo, which finishing removes. */
  demoClinics: z.array(z.string()),
  templates: z.int(),
  finishedAt: z.iso.datetime().nullable(),
})
export type WizardState = z.infer<typeof WizardState>

/** What was tried, and whether it was good enough to be kept. */
const SaveResult = z.object({ isKept: z.boolean(), check: CheckResult, state: WizardState })

const sessionRequiredRefusal = {
  'sign-in-first': aborted('Sign in as a super administrator first. The set-up token only creates one.'),
}
const setByEnvironmentRefusal = {
  'set-by-environment': aborted(
    'This service is set by environment variables. Change them and restart the server.',
  ),
}

export const setupWizard = {
  read: operation({
    method: 'GET',
    path: '/api/setup/wizard',
    summary: 'How far the first run of this installation has come',
    access: 'setup',
    audit: null,
    input: z.object({}),
    output: WizardState,
    example: {},
  }),
  makePractice: operation({
    method: 'POST',
    path: '/api/setup/wizard/practice',
    summary: 'Make the first practice of the installation and invite its first administrator',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.practice_made', refused: 'setup.refused' },
    input: z.object({
      name: nameText(120),
      address: text(500),
      phone: phoneNumber,
      nation: z.enum(nations),
      firstName: personName(80),
      lastName: personName(80),
      email: emailAddress,
      /** Empty for an administrator who is no clinician. */
      gdcNumber: z.union([z.literal(''), z.string().regex(/^\d{5,7}$/, 'Enter the 5 to 7 digits')]),
    }),
    output: WizardState,
    refusals: {
      ...sessionRequiredRefusal,
      'practice-there': aborted('The first practice already exists. Add others in the Practice Directory.'),
      'email-already-in-use': invalidArgument(
        'An account with this email already exists. Use another address.',
      ),
    },
    example: {
      name: 'Mill Lane Dental',
      address: '4 Mill Lane\nExeter\nEX1 1AA',
      nation: 'england',
      firstName: 'Ada',
      lastName: 'Byrne',
      email: 'ada@mill-lane.example.org',
      gdcNumber: '',
    },
  }),
  invitation: operation({
    method: 'POST',
    path: '/api/setup/wizard/invitation',
    summary: 'A link by which the first administrator registers, to be opened here or handed over',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.invitation_shown', refused: 'setup.refused' },
    input: z.object({}),
    output: z.object({ url: z.string() }),
    refusals: {
      ...sessionRequiredRefusal,
      'nobody-to-invite': aborted('The administrator has already registered.'),
    },
    example: {},
  }),
  keepMail: operation({
    method: 'PUT',
    path: '/api/setup/wizard/mail',
    summary: 'Try a mail server for real, and keep it if it works; it holds at once',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.mail_kept', partly: 'setup.mail_tried', refused: 'setup.refused' },
    input: z.object({
      host: text(253),
      port: z.int().min(1).max(65_535),
      /** From the first byte on, as on port 465; otherwise by STARTTLS where the server offers it. */
      isTlsFromStart: z.boolean(),
      user: optionalText(254),
      /** Empty keeps the one that was kept. */
      password: z.string().max(500).default(''),
      from: text(254).refine((typed) => typed.includes('@'), 'Enter an e-mail address'),
      /** Where a test mail goes; empty for none. */
      recipient: optionalEmailAddress,
    }),
    output: SaveResult,
    refusals: { ...sessionRequiredRefusal, ...setByEnvironmentRefusal },
    example: { host: '127.0.0.1', port: 9, isTlsFromStart: false, from: 'consent@example.org' },
  }),
  keepStorage: operation({
    method: 'PUT',
    path: '/api/setup/wizard/storage',
    summary: 'Try an S3 store for real, and keep it if it works; it holds from the next start',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.storage_kept', partly: 'setup.storage_tried', refused: 'setup.refused' },
    input: z.object({
      endpoint: z.url({ protocol: /^https?$/, error: 'Enter an address that begins with https://' }),
      region: text(60),
      bucket: text(63),
      accessKeyId: text(200),
      /** Empty keeps the one that was kept. */
      secretAccessKey: z.string().max(500).default(''),
    }),
    output: SaveResult,
    refusals: { ...sessionRequiredRefusal, ...setByEnvironmentRefusal },
    example: {
      endpoint: 'http://127.0.0.1:9',
      region: 'london',
      bucket: 'candour',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
  }),
  keepPayments: operation({
    method: 'PUT',
    path: '/api/setup/wizard/payments',
    summary: 'Try a Stripe key for real, and keep it if it works; it holds at once',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.payments_kept', partly: 'setup.payments_tried', refused: 'setup.refused' },
    input: z.object({
      /** Empty keeps the one that was kept. */
      secretKey: typedText().max(300).default(''),
      webhookSecret: typedText().max(300).default(''),
    }),
    output: SaveResult,
    refusals: { ...sessionRequiredRefusal, ...setByEnvironmentRefusal },
    example: { secretKey: 'sk_test_none', webhookSecret: 'whsec_none' },
  }),
  skip: operation({
    method: 'POST',
    path: '/api/setup/wizard/skipped/{service}',
    summary: 'Go on without a service; what was kept of it before is forgotten',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.service_skipped', refused: 'setup.refused' },
    input: z.object({ service: z.enum(configurableServices) }),
    output: WizardState,
    refusals: { ...sessionRequiredRefusal, ...setByEnvironmentRefusal },
    example: { service: 'payments' },
  }),
  finish: operation({
    method: 'POST',
    path: '/api/setup/wizard/finish',
    summary: 'End the first run; a demo that is there is removed',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.finished', refused: 'setup.refused' },
    input: z.object({}),
    output: WizardState,
    refusals: {
      ...sessionRequiredRefusal,
      'practice-missing': aborted('Create the practice first.'),
      'services-open': aborted('Set up or skip mail, storage and payments first.'),
      'demo-admin': aborted(
        'You are signed in as the demo administrator, which will be removed. Create your own account first.',
      ),
    },
    example: {},
  }),
}
