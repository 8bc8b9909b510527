import { z } from 'zod'
import { maxBase64Length, encodedFile } from './encoded-files.ts'
import { pictureProblems } from './file-problems.ts'
import { additionalConsentKeys } from './additional-consents.ts'
import { isHexColour } from './brand-colour.ts'
import { optionalEmailAddress, phoneNumber } from './contact-fields.ts'
import {
  aborted,
  fileRoute,
  invalidArgument,
  nameText,
  notFound,
  operation,
  optionalText,
  typedText,
} from './kit.ts'
import { languageTags } from './languages.ts'
import {
  code_word_length_max,
  kiosk_reset_minutes_max,
  link_days,
  link_days_max,
  logo_bytes_max,
  child_retention_age_max,
  retention_policy_years_max,
  reflection_hours_max,
  validity_days,
  validity_days_max,
  course_validity_days,
} from './limits.ts'
import { nations } from './retention-rules.ts'
import { toothNotations } from './teeth.ts'

/** Raised by each save of any of these settings; a save names the one it was made from (lost updates). */
const version = z.int()
/** How a practice introduces itself. */
const ProfileDetails = z.object({
  name: nameText(120),
  address: optionalText(400),
  phone: phoneNumber,
  /** Where patients turn when the practice is closed. */
  outOfHours: optionalText(400),
  /** Where answers to the practice's messages arrive. */
  email: optionalEmailAddress,
  website: z
    .union([
      z.literal(''),
      z.url({ protocol: /^https$/, error: 'Enter a web address that begins with https://' }).max(200),
    ])
    .default(''),
  nation: z.enum(nations),
  /** What the practice tells its patients, and only a message of its own repeats. */
  codeWord: typedText()
    .max(code_word_length_max)
    .regex(/^$|^[\p{L}\p{N}' -]{3,}$/u, 'Enter a word of at least 3 letters')
    .default(''),
})
export const ClinicProfile = ProfileDetails.extend({
  version,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
})
export type ClinicProfile = z.infer<typeof ClinicProfile>

export const ClinicBranding = z.object({
  /** '#0b5563'; null for the product's own. */
  colour: z.string().nullable(),
  /** The logo's name: the hash of its bytes. */
  logo: z.string().nullable(),
  /** What the practice's group gives it, shown where it has none of its own; null where it takes none. */
  group: z
    .object({ name: z.string(), colour: z.string().nullable(), logo: z.string().nullable() })
    .nullable(),
  version,
})
export type ClinicBranding = z.infer<typeof ClinicBranding>

const hours = z.int().min(0).max(reflection_hours_max)
const days = (max: number) => z.int().min(1).max(max)

const understandingPolicies = ['off', 'offered', 'before-signing'] as const

/** What a practice decides for all its consents. Every part has a value, so that none need be chosen before work begins. */
export const ClinicPolicies = z.object({
  /** Time to think, in hours from when the information was first opened. */
  reflection: z
    .object({
      /** Where a template says nothing of its own. */
      usualHours: hours.default(0),
      /** Never less than this, whatever a template says. */
      leastHours: hours.default(0),
      /** Who may let a treatment begin earlier, with a reason. */
      waivedBy: z.enum(['overrideConsents', 'finaliseConsents']).default('overrideConsents'),
    })
    .prefault({}),
  /** How long a signed consent holds until it is confirmed anew. */
  validity: z
    .object({
      days: days(validity_days_max).default(validity_days),
      courseDays: days(validity_days_max).default(course_validity_days),
    })
    .prefault({}),
  linkDays: days(link_days_max).default(link_days),
  /** Two people compare tooth and side before an extraction. */
  extractionSecondCheck: z.boolean().default(true),
  /** Longer than the nation asks for; null keeps what it asks for. */
  retention: z
    .object({
      years: z.int().min(1).max(retention_policy_years_max).nullable().default(null),
      childUntilAge: z.int().min(18).max(child_retention_age_max).nullable().default(null),
    })
    .prefault({}),
  /** How teeth are named first to staff; patients read plain names. */
  toothNotation: z.enum(toothNotations).default('names'),
  /** In which languages besides English patients are offered to read. */
  languages: z
    .array(z.enum(languageTags))
    .max(languageTags.length)
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each language once')
    .default(languageTags),
  /** Questions that show patients what they have understood: asked of nobody, offered, or gone through before signing. */
  understandingCheck: z.enum(understandingPolicies).default('offered'),
  /** What is asked besides the treatment: nothing, until the practice says so. */
  additionalConsents: z
    .array(z.enum(additionalConsentKeys))
    .refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each once')
    .default([]),
  /** Outcome figures of the practice stand beside the published ones, once there are enough of them. */
  ownFigures: z.boolean().default(true),
  /** A tablet handed to a patient. */
  kiosk: z
    .object({
      /** Minutes without a touch after which it shows nothing of the patient any more. */
      resetMinutes: z.int().min(1).max(kiosk_reset_minutes_max).default(3),
    })
    .prefault({}),
  /** What is asked for on the way in from a link. */
  wayIn: z
    .object({
      proof: z.enum(['birth-date', 'birth-date-and-code']).default('birth-date'),
      /** Whom to ring to ask whether a message is real; empty for the practice's own number. */
      callBack: phoneNumber,
    })
    .prefault({}),
  /** What staff are told by e-mail besides their lists. */
  notices: z
    .object({
      /** To whoever looks after a consent, when its patient asks a question. */
      questions: z.boolean().default(false),
    })
    .prefault({}),
})
export type ClinicPolicies = z.infer<typeof ClinicPolicies>

const changedMeanwhile = aborted(
  'These settings have been changed by another user. Reload to see the changes.',
)
const base64_length_max = maxBase64Length(logo_bytes_max)

/** What is shown already stays; nothing is added. */
const notInPlan = aborted(
  'Your plan does not include your own logo or colour. Existing branding stays; upgrade to change it.',
)

/** The settings of a practice as people change them. */
export const clinicSettings = {
  profile: operation({
    method: 'GET',
    path: '/api/clinic/settings/profile',
    summary: 'How this clinic introduces itself, and which nation’s rules it follows',
    access: 'clinic',
    needs: 'accessSettings',
    readsOnce: true,
    audit: null,
    input: z.object({}),
    output: ClinicProfile,
    example: {},
  }),
  changeProfile: operation({
    method: 'PUT',
    path: '/api/clinic/settings/profile',
    summary: 'Change how this clinic introduces itself; consents sent before keep what they said',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'clinic.profile_changed' },
    validatesOnlyChanges: true,
    input: ProfileDetails.extend({ version }),
    output: ClinicProfile,
    refusals: {
      'changed-meanwhile': changedMeanwhile,
      'code-word-on-health': invalidArgument(
        'The code word is visible on locked phones. Do not use words about health or treatment.',
      ),
      'code-word-names-somebody': invalidArgument(
        'Do not use staff names or the practice name, which are public.',
      ),
      'nation-keeps-longer': aborted(
        'In this nation, records are kept for less time. Ask support to change it, so that no record is destroyed too early.',
      ),
    },
    example: { name: 'Harbour Street', phone: '01632 960417', nation: 'england', version: 1 },
  }),
  branding: operation({
    method: 'GET',
    path: '/api/clinic/settings/branding',
    summary: 'The colour and the logo of this clinic, and those of its group that stand in for them',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object({}),
    output: ClinicBranding,
    example: {},
  }),
  changeColour: operation({
    method: 'PUT',
    path: '/api/clinic/settings/branding/colour',
    summary: 'Choose the colour of this clinic’s pages, mails and documents, or none',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'clinic.branding_changed' },
    input: z.object({
      colour: z
        .string()
        .toLowerCase()
        .refine(isHexColour, 'Enter a colour as six digits or letters from a to f, like #0b5563')
        .nullable(),
      version,
    }),
    output: ClinicBranding,
    refusals: {
      'changed-meanwhile': changedMeanwhile,
      'not-in-plan': notInPlan,
      'hard-to-read': invalidArgument(
        'This colour is too pale to read. Choose a darker one, with a contrast of at least 4.5 to 1 on white.',
      ),
    },
    example: { colour: '#0b5563', version: 1 },
  }),
  setLogo: operation({
    method: 'PUT',
    path: '/api/clinic/settings/branding/logo',
    summary: 'Set the logo of this clinic: a PNG, judged by its content',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'clinic.branding_changed' },
    bodyBytesMax: base64_length_max + 1024,
    input: z.object({ image: encodedFile(logo_bytes_max), version }),
    output: ClinicBranding,
    refusals: {
      'changed-meanwhile': changedMeanwhile,
      'not-in-plan': notInPlan,
      ...pictureProblems,
      'logo-refused': invalidArgument('This is not a PNG picture of at most 150 kB and 2,048 pixels a side.'),
    },
    example: {
      image:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      version: 1,
    },
  }),
  removeLogo: operation({
    method: 'DELETE',
    path: '/api/clinic/settings/branding/logo',
    summary: 'Show the clinic’s name in place of its logo; documents that bear it stay as they are',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'clinic.branding_changed' },
    input: z.object({}),
    output: ClinicBranding,
    example: {},
  }),
  policies: operation({
    method: 'GET',
    path: '/api/clinic/settings/policies',
    summary: 'What this clinic decides for all its consents',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: ClinicPolicies.extend({ nation: z.enum(nations), version }),
    example: {},
  }),
  changePolicies: operation({
    method: 'PUT',
    path: '/api/clinic/settings/policies',
    summary: 'Change what this clinic decides for all its consents; what was sent before keeps its terms',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'clinic.policies_changed' },
    input: ClinicPolicies.extend({ version }),
    output: ClinicPolicies.extend({ nation: z.enum(nations), version }),
    refusals: {
      'changed-meanwhile': changedMeanwhile,
      'shorter-than-law': invalidArgument(
        'The retention period cannot be shorter than the national minimum.',
      ),
    },
    example: { linkDays: 30, version: 1 },
  }),
  close: operation({
    method: 'POST',
    path: '/api/clinic/settings/closing',
    summary:
      'Close this clinic’s account: its staff can no longer sign in; patients can still read and sign, and every record is kept',
    access: 'clinic',
    needs: 'canManageBilling',
    stepUp: true,
    audit: { done: 'clinic.closed' },
    input: z.object({ name: optionalText(200) }),
    output: z.object({ closed: z.literal(true) }),
    refusals: {
      'name-differs': aborted('The name does not match. Type it exactly as shown.'),
      'still-charged': aborted('This practice still pays by card. Cancel the plan under Billing first.'),
    },
    example: { name: 'Some other practice' },
  }),
}

/** Logos are on every patient's page and in every mail: whoever knows the name of one has seen it. */
export const clinicLogoFiles = {
  logo: fileRoute({
    path: '/api/logos/:logo',
    summary: 'The logo of a clinic, by the hash of its bytes',
    access: 'anyone',
    audit: null,
    params: z.object({ logo: z.string().regex(/^[a-f\d]{64}$/) }),
    refusals: { 'logo-not-found': notFound('Logo') },
    example: { logo: ':logo' },
  }),
}
