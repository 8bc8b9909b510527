import type { KeyScope } from './integration-scopes.ts'
import type { GroupRole } from './practice-groups.ts'
import { hasPermission, type Flag, type PermissionHolder } from './permissions.ts'

/**
 * The audiences of the product and what each has proved. An audience is how a caller is opened;
 * every operation names exactly one, and its handler receives that audience's caller and no other.
 */
export type Audience =
  | 'anyone'
  | 'link'
  | 'patient'
  | 'supporter'
  | 'account'
  | 'clinic'
  | 'group'
  | 'admin'
  | 'setup'
  | 'provider'
  | 'integration'
  | 'program'

/** Where a request came from; kept in the audit log. What is not known is 'unknown'. */
export type RequestContext = {
  requestId: string
  ip: string
  userAgent: string
  sessionId: string | null
  language: string
  timezone: string
}

/** Who is answerable for a change: a person with an account, a patient behind a link, or the system itself. */
export type Actor =
  | { kind: 'staff'; userId: string; staffId: string; name: string; email: string; role: string }
  | { kind: 'admin'; userId: string; name: string; email: string; role: 'super_admin' }
  /** Looks after a group of practices, or audits it. */
  | { kind: 'group'; userId: string; name: string; email: string; role: GroupRole }
  /** Has an account and no staff record: of no clinic, and reads nothing. */
  | { kind: 'member'; userId: string; name: string; email: string; role: 'clinic_staff' }
  | { kind: 'patient'; role: 'patient' }
  /** Somebody whom a patient lets read along. */
  | { kind: 'supporter'; role: 'supporter' }
  /** Another program, known by the name its key was given. */
  | { kind: 'integration'; keyId: string; name: string; role: 'integration' }
  /** `email` is what somebody typed who was not let in. */
  | { kind: 'anyone'; role: 'anyone'; email?: string }
  | { kind: 'system'; role: 'system' }

/** Nothing proved. */
export type AnyoneCaller = { audience: 'anyone'; actor: Actor; visit: RequestContext }
/** Holds a live patient link; the birth date is not proved yet, so nothing personal may be shown. */
export type LinkCaller = {
  audience: 'link'
  clinicId: string
  linkId: string
  consentIds: string[]
  actor: Actor
  visit: RequestContext
}
/** Proved the patient's birth date: holds the consent of a link, or on their own page all that were ever sent to them. */
export type PatientCaller = {
  audience: 'patient'
  clinicId: string
  patientId: string
  /** Null on the patient's own page, where consents are read and none is answered. */
  linkId: string | null
  consentIds: string[]
  actor: Actor
  visit: RequestContext
}
/** Knows the code that a patient passed on: reads the text of that one consent, and answers nothing. */
export type SupporterCaller = {
  audience: 'supporter'
  clinicId: string
  supporterId: string
  consentIds: string[]
  actor: Extract<Actor, { kind: 'supporter' }>
  visit: RequestContext
}
/** Signed in, whatever else they may do: their own account and nothing more. */
export type AccountCaller = {
  audience: 'account'
  userId: string
  /** The clinic and the staff record the session acts for; null without one. */
  clinicId: string | null
  staffId: string | null
  provedAt: Date
  actor: Extract<Actor, { userId: string }>
  visit: RequestContext & { sessionId: string }
}
/** Signed in with an active staff record of an active clinic. */
export type ClinicCaller = {
  audience: 'clinic'
  clinicId: string
  staffId: string
  holder: PermissionHolder
  /** When a factor was proved last: dangerous acts ask for it anew (step-up). */
  provedAt: Date
  actor: Extract<Actor, { kind: 'staff' }>
  visit: RequestContext
}
/**
 * Has a role in a group of practices, a second factor and an active staff record somewhere: reads counts of the practices
 * that joined, and nothing that is in them.
 */
export type GroupCaller = {
  audience: 'group'
  groupId: string
  role: GroupRole
  provedAt: Date
  actor: Extract<Actor, { kind: 'group' }>
  visit: RequestContext
}
/** Signed in as a super administrator. */
export type AdminCaller = {
  audience: 'admin'
  provedAt: Date
  actor: Extract<Actor, { kind: 'admin' }>
  visit: RequestContext
}
/** Holds the one-time set-up token, or is a super administrator. */
export type SetupCaller = {
  audience: 'setup'
  /** The hash of the token that let them in, which what they do uses up; null for a super administrator. */
  tokenHash: string | null
  /** When a super administrator proved a factor last; a token proves itself. */
  provedAt?: Date
  actor: Actor
  visit: RequestContext
}

/** Who delivers our messages and tells what became of them: holds the secret that the signature of what it sends was made with. */
export type ProviderCaller = {
  audience: 'provider'
  actor: Extract<Actor, { kind: 'system' }>
  visit: RequestContext
}

/** Another program that holds a live API key of a clinic: reads what the key's scopes name, and nothing else. */
export type IntegrationCaller = {
  audience: 'integration'
  clinicId: string
  keyId: string
  /** Of an app that was opened at a patient: whose records alone it reads. Absent for a key. */
  patientId?: string
  scopes: readonly KeyScope[]
  actor: Extract<Actor, { kind: 'integration' }>
  visit: RequestContext
}

/**
 * Another program that acts for a clinic with its API key, as far as the key's scopes go: what its people may do, by the
 * same rules, and nothing that asks for a clinician's judgement.
 */
export type ProgramCaller = Omit<IntegrationCaller, 'audience' | 'patientId'> & { audience: 'program' }

export type CallerOf = {
  anyone: AnyoneCaller
  link: LinkCaller
  patient: PatientCaller
  supporter: SupporterCaller
  account: AccountCaller
  clinic: ClinicCaller
  group: GroupCaller
  admin: AdminCaller
  setup: SetupCaller
  provider: ProviderCaller
  integration: IntegrationCaller
  program: ProgramCaller
}

/** What a clinic caller must hold: one permission, or any one of several (rulings 34). */
export type RequiredPermissions = Flag | { anyOf: readonly Flag[] }

/** The permissions one of which opens the operation. */
export const permissionsAccepted = (needs: RequiredPermissions): readonly Flag[] =>
  typeof needs === 'string' ? [needs] : needs.anyOf

/** Whether somebody holds what an operation needs. */
export const isPermitted = (holder: PermissionHolder, needs: RequiredPermissions | null): boolean =>
  needs === null || permissionsAccepted(needs).some((flag) => hasPermission(holder, flag))
