import { z } from 'zod'
import { featureNames } from './features.ts'
import { id, instant, invalidArgument, operation, paginated, paging, typedText } from './kit.ts'
import { languageTags } from './languages.ts'
import { session_hours_max, session_idle_minutes_max } from './limits.ts'
import { toothNotations } from './teeth.ts'

export const Clinic = z.object({
  id,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  outOfHours: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  isSuspended: z.boolean(),
})

/** A clinic as its own people know it: with what it chose for every screen of theirs. */
export const OwnClinic = Clinic.extend({
  toothNotation: z.enum(toothNotations),
  /** Besides English. */
  languages: z.array(z.enum(languageTags)),
  /** What is switched off for it at the moment. */
  featuresOff: z.array(z.enum(featureNames)),
})

/** How people sign in to a clinic, and how long they stay. */
export const ClinicSecurity = z.object({
  timeZone: z.enum(Intl.supportedValuesOf('timeZone') as [string, ...string[]]),
  /** Minutes without anything being done after which a session locks. */
  sessionIdleMinutes: z.int().min(2).max(session_idle_minutes_max),
  /** Hours after which everybody signs in anew. */
  sessionHours: z.int().min(1).max(session_hours_max),
  requiresSecondFactor: z.boolean(),
})

/** What a practice asks for besides a first factor, and how its people stand. */
const ClinicSecondFactor = z.object({
  /** The day on which it is asked for from the start; null once it is asked for, and where it is not. */
  from: instant.nullable(),
  /** Why the practice does without, as it wrote it; null where it asks for one, and where it never decided. */
  optOut: z.object({ reason: z.string(), byName: z.string(), at: instant }).nullable(),
  /** Active people with an app or a passkey, and those without, by name. */
  people: z.object({ having: z.array(z.string()), lacking: z.array(z.string()) }),
})
const SecurityView = ClinicSecurity.extend({ secondFactor: ClinicSecondFactor })

/** What a practice asks of those who write its templates. */
export const TemplateRules = z.object({
  /** A version is used only once somebody other than its author has approved it. */
  needsApproval: z.boolean(),
})

export const clinics = {
  get: operation({
    method: 'GET',
    path: '/api/clinic/clinic',
    summary: 'The clinic of the signed-in person',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: OwnClinic,
    example: {},
  }),
  security: operation({
    method: 'GET',
    path: '/api/clinic/security',
    summary: 'How people sign in to this clinic, and how long they stay',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object({}),
    output: SecurityView,
    example: {},
  }),
  changeSecurity: operation({
    method: 'PUT',
    path: '/api/clinic/security',
    summary:
      'Change how people sign in to this clinic, and how long they stay; it holds from the next request',
    access: 'clinic',
    needs: 'accessSettings',
    stepUp: true,
    audit: { done: 'clinic.security_changed' },
    input: ClinicSecurity.extend({
      /** Why the practice does without a second factor; asked for when it is switched off. */
      secondFactorReason: typedText().min(10, 'Write at least 10 characters').max(500).optional(),
    }),
    output: ClinicSecurity,
    refusals: {
      'reason-missing': invalidArgument(
        'Enter the reason why the practice does without a second factor. It is kept with your name and today’s date.',
      ),
    },
    example: {
      timeZone: 'Europe/London',
      sessionIdleMinutes: 30,
      sessionHours: 12,
      requiresSecondFactor: false,
    },
  }),
  templateRules: operation({
    method: 'GET',
    path: '/api/clinic/template-rules',
    summary: 'What this clinic asks of those who write its templates',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: TemplateRules,
    example: {},
  }),
  changeTemplateRules: operation({
    method: 'PUT',
    path: '/api/clinic/template-rules',
    summary: 'Change what this clinic asks of those who write its templates; it holds from the next saving',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'clinic.template_rules_changed' },
    input: TemplateRules,
    output: TemplateRules,
    example: { needsApproval: true },
  }),
  listForAdmin: operation({
    method: 'GET',
    path: '/api/admin/clinics',
    summary: 'Every clinic of the platform with its number of staff',
    access: 'admin',
    reads: 'replica',
    audit: null,
    input: z.object({ ...paging }),
    output: paginated(Clinic.extend({ staff: z.int(), createdAt: instant })),
    example: {},
  }),
}
