import { z } from 'zod'
import { patientScopes } from './integration-scopes.ts'
import { aborted, id, instant, invalidArgument, nameText, notFound, operation, route } from './kit.ts'
import { smart_apps_max, smart_redirects_max } from './limits.ts'
import { secureUrl } from './secure-url.ts'

/** Connections to other programs reach records: whoever administers them decides (rulings 34). */
const needs = 'canManageBilling'

/** To the letter what an app may have codes sent to: nothing is matched by its beginning. */
const RedirectUri = secureUrl.refine((typed) => !typed.includes('#'), 'Enter an address without #')

const SmartAppDetails = z.object({
  name: nameText(80),
  /** Where the app is opened. */
  launchUrl: RedirectUri,
  redirectUris: z.array(RedirectUri).min(1, 'Enter at least one redirect address').max(smart_redirects_max),
  scopes: z
    .array(z.enum(patientScopes))
    .min(1, 'Choose at least one type of data it may read')
    .max(patientScopes.length),
})
const SmartApp = SmartAppDetails.extend({ id, createdBy: z.string(), createdAt: instant })

/** What an app asks for, as its query says it: none of it is believed before it was compared. */
const AuthorizationRequest = z.object({
  responseType: z.string().max(40),
  clientId: z.string().max(100),
  redirectUri: z.string().max(500),
  scope: z.string().max(1000),
  state: z.string().max(2000),
  /** Which server the app means to ask. */
  aud: z.string().max(500),
  launch: z.string().max(100),
  codeChallenge: z.string().max(200),
  codeChallengeMethod: z.string().max(20),
})

const patientNotActive = aborted(
  'This patient is not active at your practice, so no app can be opened at their record.',
)

const requestRefusals = {
  'patient-not-active': patientNotActive,
  'app-unknown': {
    code: 'not-found',
    message: 'This app is not registered at your practice, or was removed.',
  },
  'redirect-mismatch': invalidArgument(
    'This app asked to be answered at an address that is not registered for it. Nothing was sent there.',
  ),
  'launch-over': {
    code: 'not-found',
    message:
      'This was opened already or has expired, or belongs to another practice or app. Open the app from the patient again.',
  },
  'launch-of-another': aborted(
    'Another member of staff opened this app. Open it from the patient under your own name.',
  ),
} as const
const authorizationExample = {
  ...{ responseType: 'code', clientId: ':smartAppId', redirectUri: 'https://app.example.org/callback' },
  ...{ scope: 'launch patient/Consent.read', state: 'x', aud: 'of-no-server', launch: ':smartLaunch' },
  ...{ codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', codeChallengeMethod: 'S256' },
}

/** Apps that open at a patient by SMART on FHIR: who registers them, who opens them, and what is agreed to. */
export const smartApps = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/smart-apps',
    summary: 'The apps that this practice has registered, newest first',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(SmartApp),
    example: {},
  }),
  create: operation({
    method: 'POST',
    path: '/api/clinic/smart-apps',
    summary: 'Register an app that staff may open at a patient',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'smart_app.registered' },
    idempotent: true,
    feature: 'new-connections',
    input: SmartAppDetails,
    output: SmartApp,
    refusals: {
      'not-in-plan': aborted(
        'Your plan does not include connections to other programs. Upgrade to add them.',
      ),
      'too-many': aborted(`A practice may have ${smart_apps_max} apps. Remove one that you do not need.`),
    },
    example: {
      name: 'Imaging viewer',
      launchUrl: 'https://app.example.org/launch',
      redirectUris: ['https://app.example.org/callback'],
      scopes: ['patient/Consent.read'],
    },
  }),
  remove: operation({
    method: 'DELETE',
    path: '/api/clinic/smart-apps/{appId}',
    summary: 'Remove an app: what it was given access to ends at once',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'smart_app.removed' },
    input: z.object({ appId: id }),
    output: z.object({}),
    refusals: { 'not-found': notFound('App') },
    example: { appId: ':smartAppId' },
  }),
  offered: operation({
    method: 'GET',
    path: '/api/clinic/smart-apps/offered',
    summary: 'The names of the apps that can be opened at a patient',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: z.array(z.object({ id, name: z.string() })),
    example: {},
  }),
  /** Not idempotent: the address carries a token that opens once. */
  launch: operation({
    method: 'POST',
    path: '/api/clinic/smart-launches',
    summary: 'An address that opens an app at a patient: once, within five minutes, for whoever asks',
    access: 'clinic',
    audit: { done: 'smart_app.launched' },
    input: z.object({ appId: id, patientId: id }),
    output: z.object({ url: z.string() }),
    refusals: {
      'app-not-found': notFound('App'),
      'patient-not-found': notFound('Patient'),
      'patient-not-active': patientNotActive,
    },
    example: { appId: ':smartAppId', patientId: ':patientId' },
  }),
  /** By POST, so that the token of a launch stands in no address of the API. */
  review: operation({
    method: 'POST',
    path: '/api/clinic/smart-authorizations/review',
    summary:
      'What an app asks for, to be agreed to; or where to send it back that asked for what it may not have',
    access: 'clinic',
    audit: null,
    input: AuthorizationRequest,
    output: z.object({
      appName: z.string(),
      patientName: z.string(),
      scopes: z.array(z.enum(patientScopes)),
      /** Where the answer goes. */
      host: z.string(),
      /** Set where it asked for what it may not have: the browser goes there, with the error. */
      returnUrl: z.string().nullable(),
    }),
    refusals: requestRefusals,
    example: authorizationExample,
  }),
  decide: operation({
    method: 'POST',
    path: '/api/clinic/smart-authorizations',
    summary: 'Agree that an app reads the records of the patient it was opened at, or decline',
    access: 'clinic',
    audit: { done: 'smart_app.allowed', partly: 'smart_app.declined', refused: 'smart_app.refused' },
    input: AuthorizationRequest.extend({ allowed: z.boolean() }),
    output: z.object({ returnUrl: z.string() }),
    refusals: requestRefusals,
    example: { ...authorizationExample, allowed: false },
  }),
}

const invalidGrant = invalidArgument('invalid_grant')

/** What an app asks without a browser: OAuth 2.0's own answers, as SMART App Launch has them. */
export const smartRoutes = {
  configuration: route('oauth', {
    path: '/api/fhir/.well-known/smart-configuration',
    summary: 'How apps are authorised here (SMART App Launch)',
    access: 'anyone',
    audit: null,
    params: z.object({}),
    example: {},
  }),
  token: route('oauth', {
    method: 'POST',
    path: '/api/smart/token',
    summary: 'Exchange an authorisation code for an access token (OAuth 2.0, PKCE)',
    access: 'anyone',
    audit: { done: 'smart_app.token_issued', refused: 'smart_app.token_refused' },
    // Codes cannot be guessed; each refusal is written down all the same.
    rate: { attempts: 600, seconds: 300 },
    bodyBytesMax: 8 * 1024,
    /** The form as it was posted. */
    params: z.object({ body: z.string() }),
    refusals: {
      'invalid-request': invalidArgument('invalid_request'),
      'unsupported-grant': invalidArgument('unsupported_grant_type'),
      'invalid-grant': invalidGrant,
    },
    example: {
      body: 'grant_type=authorization_code&code=of-no-grant&client_id=x&redirect_uri=x&code_verifier=x',
    },
  }),
}
